import { DurableObject } from "cloudflare:workers"
import { openDatabase } from "~/db/client.server"
import type { Changed, CopiedMessage, Refused, Room, RoomIndex } from "~/domain/chat/ports"
import { writeIndex } from "~/domain/chat/queries.server"
import type { Message, Thread, ThreadQuery } from "~/domain/chat/schema"
import type { Job } from "~/domain/jobs"
import { leastTold, pauseAfter, type Told, untoldTo } from "./outbox"
import * as acts from "./room"
import { RoomStore, toMessage } from "./room-store"

/** After a change, the alarm is this far off (ms): for what cut the telling short. */
const alarmAfter = 1_000
/** Seconds: who reads it at once need not be told on another device. */
const pushedAfter = 5
const month = 30 * 24 * 60 * 60 * 1_000

/**
 * One conversation: the only place that gives its messages their numbers, and keeps them. What it was told is stored before it answers;
 * then it tells both members' channels and the index, and the alarm sees to it that this is done whatever happens in between.
 */
export class ChatRoom extends DurableObject<Env> implements Room {
  #openStore: RoomStore | null = null
  /** How far each has been told, by user id; the index is `index`. Forgotten with the object: then they are told again, and know it. */
  readonly #told = new Map<string, Told>()
  /** Members who write too much elsewhere, until when. */
  readonly #paused = new Map<string, number>()
  #alarmAt: number | null = null
  #telling: Promise<void> | null = null
  #failures = 0

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

  async post(
    userId: string,
    message: { clientId: string; body: string },
    now: number,
  ): Promise<{ message: Message; isNew: boolean } | Refused> {
    const pause = (this.#paused.get(userId) ?? 0) - now
    if (pause > 0 && !this.#store.sent(userId, message.clientId))
      return { refused: "too_fast", retryAfter: Math.ceil(pause / 1_000) }
    const posted = acts.post(this.#store, userId, message, now)
    if ("isNew" in posted && posted.isNew) this.#tellSoon()
    return posted
  }

  async edit(userId: string, seq: number, body: string, now: number) {
    return this.#change(acts.edit(this.#store, userId, seq, body, now))
  }

  async remove(userId: string, seq: number, whose: "me" | "both", now: number) {
    return this.#change(acts.remove(this.#store, userId, seq, whose, now))
  }

  async history(userId: string, query: ThreadQuery): Promise<Thread | Refused> {
    return acts.history(this.#store, userId, query)
  }

  async read(userId: string, seq: number, isShared: boolean) {
    return this.#change(acts.read(this.#store, userId, seq, isShared))
  }

  async answer(userId: string, state: "accepted" | "declined", now: number) {
    return this.#change(acts.answer(this.#store, userId, state, now))
  }

  async hide(userId: string) {
    return this.#change(acts.hide(this.#store, userId))
  }

  async setBlock(userId: string, isBlocking: boolean) {
    return this.#change(acts.setBlock(this.#store, userId, isBlocking))
  }

  async copy(userId: string, seqs: number[], around: number): Promise<CopiedMessage[] | Refused> {
    const present = acts.enter(this.#store, userId)
    return present ? this.#store.copy(present.me, seqs, around) : { refused: "not_found" }
  }

  async own(userId: string, after: number, limit: number): Promise<Message[]> {
    const id = this.#store.room()?.id ?? ""
    return this.#store.own(userId, after, limit).map((row) => toMessage(id, row, userId))
  }

  async forget(userId: string): Promise<Changed | null> {
    if (acts.forget(this.#store, userId)) {
      this.#told.delete(userId)
      const { index } = this.#change(null) as Changed
      return { index }
    }
    this.#alarmAt = null
    this.#openStore = null
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
    return null
  }

  async index(): Promise<RoomIndex | null> {
    return this.#store.index()
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = null
    await this.#tellNow()
    this.#store.sweep(Date.now())
    if (this.#alarmAt === null && this.#store.oldest() !== null) this.#setAlarm(Date.now() + month)
  }

  /** Passes a refusal on; otherwise lets the change be told. */
  #change<Result extends object>(result: Result | Refused | null): (Result & Changed) | Refused {
    if (result && "refused" in result) return result
    this.#tellSoon()
    return { ...(result as Result), index: this.#store.index() as RoomIndex }
  }

  /** In one commit with what was just stored: if this object ends here, the alarm goes on. */
  #tellSoon(): void {
    this.#setAlarm(Date.now() + alarmAfter)
    this.ctx.waitUntil(this.#tellNow())
  }

  /** One at a time: what is told to somebody is told in order. */
  #tellNow(): Promise<void> {
    this.#telling ??= this.#tell().finally(() => {
      this.#telling = null
    })
    return this.#telling
  }

  #setAlarm(at: number): void {
    if (this.#alarmAt !== null && this.#alarmAt <= at) return
    this.#alarmAt = at
    this.ctx.storage.setAlarm(at)
  }

  /** Tells everyone what they have not been told, until nothing is left or one of them cannot be reached. */
  async #tell(): Promise<void> {
    for (;;) {
      const room = this.#store.room()
      if (!room) return
      const start = { seq: room.pushed_seq, n: (this.#store.firstChange() ?? room.last_n + 1) - 1 }
      const end = { seq: this.#store.lastSeq(room), n: room.last_n }
      const members = this.#store.members()
      const targets = [...members.map((member) => ({ id: member.user_id, member })), { id: "index", member: null }]
      const toldTo = (id: string) => this.#told.get(id) ?? start
      const behind = targets.filter(({ id }) => toldTo(id).seq < end.seq || toldTo(id).n < end.n)
      const results = await Promise.allSettled(
        behind.map(async ({ id, member }) => {
          const { events, upTo } = member ? untoldTo(this.#store, room, member, toldTo(id)) : { events: [], upTo: end }
          if (member) await this.#deliver(member.user_id, events)
          else await this.#writeIndex()
          this.#told.set(id, upTo)
        }),
      )
      const least = leastTold(targets.map(({ id }) => toldTo(id)))
      if (least.seq > start.seq || least.n > start.n) this.#store.markTold(least.seq, least.n)
      const failed = results.find((result) => result.status === "rejected")
      if (failed) {
        this.#failures += 1
        console.warn(JSON.stringify({ level: "warn", event: "room.not_told", error: String(failed.reason) }))
        this.#setAlarm(Date.now() + pauseAfter(this.#failures))
        return
      }
      this.#failures = 0
      if (behind.length === 0) return
    }
  }

  async #deliver(userId: string, events: ReturnType<typeof untoldTo>["events"]): Promise<void> {
    if (events.length === 0) return
    const pause = await this.env.UserChannel.getByName(userId).deliver(events, Date.now())
    if (pause > 0) this.#paused.set(userId, Date.now() + pause)
    else this.#paused.delete(userId)
  }

  async #writeIndex(): Promise<void> {
    const index = this.#store.index()
    if (!index) return
    const { notificationIds } = await writeIndex(openDatabase(this.env.DB, "first-primary").db, index, Date.now())
    for (const notificationId of notificationIds)
      await this.env.JOB_QUEUE.send({ kind: "push", notificationId } satisfies Job, { delaySeconds: pushedAfter })
  }
}
