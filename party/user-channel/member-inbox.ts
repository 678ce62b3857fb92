import { openDatabase, read } from "~/db/client.server"
import { deleteFormerTexts, selectFormerEntries } from "~/domain/chat/inbox/former-inbox-queries.server"
import { messageLifetime } from "~/domain/chat/policy"
import type { Job } from "~/domain/core/jobs"
import type { MemberState } from "~/domain/core/ports/chat"
import { deleteFormer, selectFormer } from "~/domain/notifications/queries.server"
import { HOUR } from "~/lib/time"
import { ChatNotifications } from "./chat-notifications"
import { Inbox } from "./inbox"

/** After a digest was asked for, it is asked for again if it is still due, ms: its job was lost. */
const digestRetry = HOUR

/** The most that a queue takes at once (Cloudflare Queues, limits). */
const jobsAtOnce = 100

interface OpenInbox {
  conversations: Inbox
  notifications: ChatNotifications
}

/**
 * A member's inbox in their channel's storage: their conversations and the notifications about them. What the database
 * kept before is read at the first touch.
 */
export class MemberInbox {
  #opening: Promise<OpenInbox> | null = null

  constructor(
    private readonly sql: SqlStorage,
    private readonly env: Env,
    private readonly userId: () => string,
  ) {}

  /** Throws if the database must be asked and cannot be. */
  open(): Promise<OpenInbox> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  /** Creates the tables where they are not. */
  static create(sql: SqlStorage): OpenInbox {
    sql.exec("CREATE TABLE IF NOT EXISTS imported (is_cleared INTEGER NOT NULL)")
    return { conversations: new Inbox(sql), notifications: new ChatNotifications(sql) }
  }

  async #open(): Promise<OpenInbox> {
    const inbox = MemberInbox.create(this.sql)
    const [imported] = this.sql.exec<{ is_cleared: number }>("SELECT is_cleared FROM imported").toArray()
    if (imported?.is_cleared === 1) return inbox
    const { db } = openDatabase(this.env.DB, "first-primary")
    if (!imported) {
      const [entries, notifications] = await read(db, selectFormerEntries(this.userId()), selectFormer(this.userId()))
      inbox.conversations.import(entries)
      inbox.notifications.import(notifications)
      this.sql.exec("INSERT INTO imported VALUES (?)", entries.length + notifications.length > 0 ? 0 : 1)
      if (entries.length + notifications.length === 0) return inbox
    }
    await Promise.all([deleteFormerTexts(db, this.userId()), deleteFormer(db, this.userId())])
    this.sql.exec("UPDATE imported SET is_cleared = 1")
    return inbox
  }

  /** Forgets what is in memory, once the storage was deleted or loaded. */
  close(): void {
    this.#opening = null
  }

  /**
   * Takes a room's state, unless a newer one is known; with `isForced` in any case. Returns when something is due for it,
   * epoch ms; null for nothing.
   */
  async take(state: MemberState, now: number, isForced = false): Promise<number | null> {
    const { conversations, notifications } = await this.open()
    const entry = isForced ? conversations.replace(state) : conversations.store(state)
    if (!entry) return null
    notifications.follow(entry, now)
    return notifications.nextAt()
  }

  /** Returns when something is due next, epoch ms; null for nothing. */
  async nextAt(): Promise<number | null> {
    return (await this.open()).notifications.nextAt()
  }

  /** Enqueues the pushes and the digest that are due, and deletes what is old. */
  async runDue(now: number): Promise<void> {
    const { conversations, notifications } = await this.open()
    conversations.forgetMessages(now - messageLifetime)
    notifications.prune(now)
    const jobs: Job[] = notifications
      .takePushes(now, jobsAtOnce - 1)
      .map((notificationId) => ({ kind: "chat_push", userId: this.userId(), notificationId }))
    if (notifications.takeDigest(now, digestRetry)) jobs.push({ kind: "digest", userId: this.userId() })
    if (jobs.length > 0) await this.env.JOB_QUEUE.sendBatch(jobs.map((body) => ({ body })))
  }
}
