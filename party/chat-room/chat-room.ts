import { DurableObject } from "cloudflare:workers"
import { openDatabase } from "~/db/client.server"
import { findBanned } from "~/domain/chat/queries.server"
import type { Message, Thread, ThreadQuery } from "~/domain/chat/schema"
import type {
  CopiedMessage,
  MemberState,
  ObjectDump,
  PostedMessage,
  Refused,
  Room,
  RoomIndex,
  RoomSearch,
  SearchedRoom,
  ShownMessages,
} from "~/domain/core/ports/chat"
import { describeError } from "~/lib/describe-error"
import { userChannelOf } from "../objects"
import { findMembership } from "./membership"
import { createView } from "./message-view"
import { type DeliveryCursor, minCursor, pendingFor, retryDelay } from "./outbox"
import * as actions from "./room"
import { dumpRoom, loadRoom } from "./room-dump"
import { indexedAs, publishIndex } from "./room-index"
import type { RoomRow } from "./room-schema"
import { search } from "./room-search"
import { indexOf, stateOf } from "./room-state"
import { RoomStore } from "./room-store"

/**
 * Delay of the alarm after a change, in ms: it resumes interrupted deliveries, and records what is delivered. Set once for all changes
 * until then, since each time costs a row. Otherwise the alarm is monthly.
 */
const alarmAfter = 1_000
/** Pseudo-recipient for the D1 index. */
const index = "index"
const month = 30 * 24 * 60 * 60 * 1_000

/**
 * A conversation: numbers and stores its messages. A change is stored before the call returns, then delivered to both members' channels,
 * and to the index if it is about what the index has; the alarm resumes delivery after any interruption.
 */
export class ChatRoom extends DurableObject<Env> implements Room {
  #openStore: RoomStore | null = null
  /** Delivery cursors by user id. In memory only: after a restart events are redelivered and deduplicated. */
  readonly #cursors = new Map<string, DeliveryCursor>()
  #alarmAt: number | null = null
  readonly #deliveries = new Map<string, Promise<void>>()
  /** How often the delivery to a recipient has failed, and when the next attempt is due, epoch ms. */
  readonly #retries = new Map<string, { failures: number; at: number }>()

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm()
    })
  }

  get #store(): RoomStore {
    this.#openStore ??= new RoomStore(this.ctx.storage.sql)
    return this.#openStore
  }

  async open(members: { id: string; asker: string; owner: string }, now: number): Promise<void> {
    if (!this.#store.room()) this.#store.create(members.id, members.asker, members.owner, now)
  }

  async post(userId: string, message: PostedMessage, now: number, pause = 0) {
    const posted = actions.post(this.#store, { userId, message, now, pause })
    if ("isNew" in posted && posted.isNew) this.#scheduleDelivery(userId)
    return posted
  }

  async edit(userId: string, seq: number, body: string, now: number) {
    const edited = actions.edit(this.#store, { userId, seq, body, now })
    return "same" in edited ? { message: edited.same } : this.#change(userId, edited)
  }

  async remove(userId: string, seq: number, whose: "me" | "both", now: number) {
    return this.#change(userId, actions.remove(this.#store, { userId, seq, whose, now }))
  }

  async history(userId: string, query: ThreadQuery): Promise<Thread | Refused> {
    return actions.history(this.#store, userId, query)
  }

  async show(userId: string, seqs: number[]): Promise<ShownMessages | Refused> {
    return actions.show(this.#store, userId, seqs)
  }

  async search(userId: string, query: RoomSearch): Promise<SearchedRoom | Refused> {
    return search(this.#store, userId, query)
  }

  async read(userId: string, seq: number, isShared: boolean) {
    return this.#change(userId, actions.read(this.#store, userId, seq, isShared))
  }

  async answer(userId: string, state: "accepted" | "declined", now: number) {
    return this.#change(userId, actions.decide(this.#store, userId, state, now))
  }

  async hide(userId: string) {
    return this.#change(userId, actions.hide(this.#store, userId))
  }

  async setBlock(userId: string, isBlocking: boolean) {
    return this.#change(userId, actions.setBlock(this.#store, userId, isBlocking))
  }

  async setBanned(userId: string, isBanned: boolean) {
    return this.#change(userId, actions.setBanned(this.#store, userId, isBanned))
  }

  async copy(userId: string, seqs: number[], around: number): Promise<CopiedMessage[] | Refused> {
    const membership = findMembership(this.#store, userId)
    return membership ? this.#store.copy(membership.me, seqs, around) : { refused: "not_found" }
  }

  async own(userId: string, after: number, limit: number): Promise<Message[]> {
    const membership = findMembership(this.#store, userId)
    return membership ? this.#store.own(userId, after, limit).map(createView(this.#store, membership)) : []
  }

  async forget(userId: string): Promise<void> {
    if (actions.forget(this.#store, userId)) {
      this.#cursors.delete(userId)
      await this.#change(userId, null)
      return
    }
    this.#alarmAt = null
    this.#openStore = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  async settle(): Promise<void> {
    await this.#deliverPending()
    this.#compact()
  }

  async publishAgain(): Promise<void> {
    const members = this.#store.members().map(({ user_id }) => user_id)
    const banned = await findBanned(openDatabase(this.env.DB, "first-primary").db, members)
    for (const id of members) actions.setBanned(this.#store, id, banned.includes(id))
    const index = indexOf(this.#store)
    if (!index) return
    await publishIndex(this.env, index)
    for (const { userId } of index.members) {
      const state = stateOf(this.#store, userId)
      if (state) await userChannelOf(this.env, userId).correct(state, Date.now())
    }
  }

  async listenerOf(userId: string): Promise<string | null> {
    return actions.listenerOf(this.#store, userId)
  }

  async dump(after: number): Promise<ObjectDump | null> {
    return dumpRoom(this.ctx.storage.sql, after)
  }

  async load(dump: ObjectDump): Promise<void> {
    loadRoom(this.ctx.storage.sql, dump)
    this.#openStore = null
    this.#cursors.clear()
    this.#setAlarm(Date.now() + month)
  }

  async index(): Promise<RoomIndex | null> {
    return indexOf(this.#store)
  }

  async stateOf(userId: string): Promise<MemberState | null> {
    return stateOf(this.#store, userId)
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = null
    await this.settle()
    if (this.#alarmAt === null && this.#store.oldest() !== null) this.#setAlarm(Date.now() + month)
  }

  /**
   * Returns a refusal as it is; otherwise schedules delivery of the change, if there is one, and waits for the inbox of its author and for
   * the index.
   */
  async #change<Result extends object>(
    by: string,
    result: Result | Refused | typeof actions.unchanged | null,
  ): Promise<Result | Refused> {
    if (result === actions.unchanged) return {} as Result
    if (result && "refused" in result) return result
    this.#scheduleDelivery(by)
    await Promise.all([this.#deliverTo(by), this.#deliverTo(index)])
    return result ?? ({} as Result)
  }

  /** Sets the alarm in one commit with the change: if this object is evicted now, the alarm resumes delivery. */
  #scheduleDelivery(by: string): void {
    this.#setAlarm(Date.now() + alarmAfter)
    this.ctx.waitUntil(this.#deliverPending(by))
  }

  /** Delivers to all members in parallel. The author of the change (`by`) knows it already and comes last. */
  async #deliverPending(by = ""): Promise<void> {
    const members = this.#store.members().map(({ user_id }) => user_id)
    const deliveries = members.toSorted((a, b) => Number(a === by) - Number(b === by)).map((id) => this.#deliverTo(id))
    await Promise.all([...deliveries, this.#deliverTo(index)])
  }

  /** Runs one delivery at a time for each recipient, which preserves the order. */
  #deliverTo(id: string): Promise<void> {
    const deliveries = this.#deliveries.get(id) ?? this.#deliverAll(id).finally(() => this.#deliveries.delete(id))
    this.#deliveries.set(id, deliveries)
    return deliveries
  }

  #setAlarm(at: number): void {
    if (this.#alarmAt !== null && this.#alarmAt <= at) return
    this.#alarmAt = at
    this.ctx.storage.setAlarm(at)
  }

  /** Delivers all that is pending to a recipient, until none is left or the recipient is unreachable. */
  async #deliverAll(id: string): Promise<void> {
    try {
      while (await (id === index ? this.#deliverToIndex() : this.#deliverNext(id)));
      this.#retries.delete(id)
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "room.delivery_failed", ...describeError(error) }))
      this.#setAlarm(this.#retryAt(id, Date.now()))
    }
  }

  /** Returns when a failed delivery is tried again. Further messages, which fail before that, do not put it off. */
  #retryAt(id: string, now: number): number {
    const last = this.#retries.get(id)
    if (last && now < last.at) return last.at
    const failures = (last?.failures ?? 0) + 1
    const at = now + retryDelay(failures)
    this.#retries.set(id, { failures, at })
    return at
  }

  /** Writes the index if something that it knows has changed. Returns whether there may be more. */
  async #deliverToIndex(): Promise<boolean> {
    const state = indexOf(this.#store)
    if (!state || indexedAs(state) === this.#store.indexed()) return false
    await publishIndex(this.env, state)
    this.#store.setIndexed(indexedAs(state))
    return true
  }

  #cursorOf(room: RoomRow, id: string): DeliveryCursor {
    return this.#cursors.get(id) ?? { seq: room.pushed_seq, n: (this.#store.firstChange() ?? room.last_n + 1) - 1 }
  }

  /** Delivers the next pending events to a member, with the room's state as they see it. Returns whether there may be more. */
  async #deliverNext(userId: string): Promise<boolean> {
    const room = this.#store.room()
    if (!room) return false
    const delivered = this.#cursorOf(room, userId)
    if (delivered.seq >= room.last_seq && delivered.n >= room.last_n) return false
    const { events, upTo, isChanged } = pendingFor(this.#store, room, userId, delivered)
    const state = isChanged ? stateOf(this.#store, userId) : null
    if (state) await userChannelOf(this.env, userId).deliver(events, state, Date.now())
    this.#cursors.set(userId, upTo)
    return true
  }

  /** Stores the lowest cursor and deletes expired messages. */
  #compact(): void {
    const room = this.#store.room()
    if (!room) return
    const ids = this.#store.members().map(({ user_id }) => user_id)
    const { seq, n } = minCursor(ids.map((id) => this.#cursorOf(room, id)))
    this.#store.acknowledge(room, seq, n)
    this.#store.sweep(Date.now())
  }
}
