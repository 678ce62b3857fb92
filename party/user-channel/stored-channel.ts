import { Server } from "partyserver"
import { earlyConversations } from "~/domain/chat/limits"
import type {
  ChatNotification,
  DueMail,
  EventPage,
  InboxEntry,
  InboxList,
  InboxPage,
  MemberState,
  MessageDraft,
  ObjectDump,
  OpenedEntry,
} from "~/domain/core/ports/chat"
import { describeError } from "~/lib/describe-error"
import { dumpChannel } from "./channel-dump"
import { ChannelLog, kept } from "./channel-log"
import { Inbox } from "./inbox"
import { MemberInbox } from "./member-inbox"
import { nextReportAt, reportMessages } from "./message-reports"

/**
 * The part of a member's channel that answers from its storage, the event log and the inbox, by the calls of `Live`
 * (app/domain/core/ports/chat.ts).
 */
export class StoredChannel extends Server<Env> {
  #openLog: ChannelLog | null = null
  protected readonly inbox = new MemberInbox(this.ctx.storage.sql, this.env, () => this.name)

  protected get log(): ChannelLog {
    this.#openLog ??= new ChannelLog(this.ctx.storage.sql)
    return this.#openLog
  }

  async allConversations(after: string, limit: number): Promise<{ id: string; otherId: string | null }[]> {
    const { conversations } = await this.inbox.open()
    const found = new Map<string, string | null>(this.log.conversations(after, limit).map((id) => [id, null]))
    for (const { id, otherId } of conversations.all(after, limit)) found.set(id, otherId)
    const all = [...found].map(([id, otherId]) => ({ id, otherId }))
    return all.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
  }

  async events(after: number | null, limit: number): Promise<EventPage> {
    return this.log.page(after, limit)
  }

  async share(settings: { typing: boolean; readReceipts: boolean }): Promise<void> {
    this.log.share(settings)
  }

  async takeRequest(conversationId: string, budget: number, now: number): Promise<boolean> {
    return this.log.takeRequest(conversationId, budget, now)
  }

  async forgetConversation(conversationId: string): Promise<void> {
    this.log.forgetConversation(conversationId)
  }

  async dump(after: number): Promise<ObjectDump | null> {
    return dumpChannel(this.ctx.storage.sql, after)
  }

  protected isStored(): boolean {
    const { sql } = this.ctx.storage
    return this.#openLog !== null || ChannelLog.isStored(sql) || Inbox.isStored(sql)
  }

  /** Sends what is due: pushes, a digest, the report of messages. Returns whether it could. */
  protected async runDue(now: number): Promise<boolean> {
    try {
      await this.inbox.runDue(now)
      await reportMessages(this.env, this.name, this.log, now)
      return true
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "channel.not_run", ...describeError(error) }))
      return false
    }
  }

  /** Returns when something is due, epoch ms: a push, a digest, the report of messages, the end of an event's retention. */
  protected async dueTimes(now: number): Promise<number[]> {
    const eventsEnd = this.log.lastSeq() > 0 ? now + kept.for : null
    return [await this.inbox.nextAt(), nextReportAt(this.name, this.log), eventsEnd].filter((at) => at !== null)
  }

  /** Forgets what is in memory of a storage that was deleted or loaded. */
  protected closeStorage(): void {
    this.#openLog = null
    this.inbox.close()
  }

  /** Takes the state of a room that was restored: it is older than the inbox, and right. */
  async correct(state: MemberState, now: number): Promise<void> {
    const dueAt = await this.inbox.take(state, now, true)
    if (dueAt !== null) await scheduleAlarm(this.ctx.storage, dueAt)
  }

  async listConversations(page: InboxPage): Promise<InboxList> {
    const { conversations } = await this.inbox.open()
    return { entries: conversations.list(page), hiddenWords: conversations.hiddenWords() }
  }

  async hiddenWords(): Promise<string[]> {
    return (await this.inbox.open()).conversations.hiddenWords()
  }

  async setHiddenWords(words: string[]): Promise<void> {
    ;(await this.inbox.open()).conversations.setHiddenWords(words)
  }

  async findConversations(ids: string[]): Promise<InboxEntry[]> {
    const { conversations } = await this.inbox.open()
    return ids.flatMap((id) => conversations.find(id) ?? [])
  }

  async findOpened(id: string): Promise<OpenedEntry> {
    const { conversations } = await this.inbox.open()
    return {
      entry: conversations.find(id),
      isEarly: conversations.countBefore(id, earlyConversations) < earlyConversations,
    }
  }

  async countUnread(): Promise<number> {
    return (await this.inbox.open()).conversations.unread()
  }

  async mute(id: string, since: number | null): Promise<boolean> {
    return (await this.inbox.open()).conversations.mute(id, since)
  }

  async saveDraft(id: string, draft: MessageDraft): Promise<boolean> {
    return (await this.inbox.open()).conversations.saveDraft(id, draft)
  }

  async listNotifications(before: string | null, limit: number): Promise<ChatNotification[]> {
    return (await this.inbox.open()).notifications.list(before, limit)
  }

  async findNotification(id: string): Promise<ChatNotification | null> {
    return (await this.inbox.open()).notifications.find(id)
  }

  async readNotifications(ids: string[] | null, now: number): Promise<number> {
    return (await this.inbox.open()).notifications.read(ids, now)
  }

  async countNotifications(): Promise<{ type: ChatNotification["type"]; count: number }[]> {
    return (await this.inbox.open()).notifications.count()
  }

  async claimPush(id: string, now: number): Promise<boolean> {
    return (await this.inbox.open()).notifications.claimPush(id, now)
  }

  async postponePush(id: string, until: number | null): Promise<void> {
    ;(await this.inbox.open()).notifications.postponePush(id, until)
    if (until !== null) await scheduleAlarm(this.ctx.storage, until)
  }

  async findDueMail(now: number): Promise<DueMail | null> {
    return (await this.inbox.open()).notifications.findDueMail(now)
  }

  async postponeMail(until: number | null): Promise<void> {
    ;(await this.inbox.open()).notifications.postponeMail(until)
    if (until !== null) await scheduleAlarm(this.ctx.storage, until)
  }
}

/** Sets an object's alarm (epoch ms), unless it rings earlier. */
export async function scheduleAlarm(storage: DurableObjectStorage, at: number): Promise<void> {
  const current = await storage.getAlarm()
  if (current === null || current > at) await storage.setAlarm(at)
}
