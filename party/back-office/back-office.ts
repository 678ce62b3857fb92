import { DurableObject } from "cloudflare:workers"
import type { BackOfficeEvent } from "~/domain/back-office/events"
import type { QueueName } from "~/domain/back-office/queues"
import { backOfficeChannel } from "~/domain/chat/channel-names"
import type { Attendance, StaffSeat } from "~/domain/core/ports/chat"
import { describeError } from "~/lib/describe-error"
import { userChannelOf } from "../objects"
import { AttendanceList } from "./attendance-list"

/** Changes of queues are gathered for this long (ms) and published together. */
const gatheredFor = 2_000
/** While somebody has a record open, their channels are asked this often (ms) whether they still do. */
const askedEvery = 10_000

/**
 * Knows which staff have the back office open, and which records: publishes changes of the queues to the former, and to the latter who
 * else is there. With nobody there it stores and sends nothing. The user channels know the sockets; what they report is compared with
 * them every ten seconds, so a lost report lasts no longer.
 */
export class BackOffice extends DurableObject<Env> {
  #openList: AttendanceList | null = null
  /** Lists of people are sent one after the other: the last one is the latest. */
  #sending: Promise<unknown> = Promise.resolve()

  get #list(): AttendanceList {
    this.#openList ??= new AttendanceList(this.ctx.storage.sql)
    return this.#openList
  }

  /** Stores that somebody is in a channel, and whether they are editing there; null: they left it. */
  async attend(userId: string, channel: string, present: (Attendance & { seat: StaffSeat }) | null): Promise<void> {
    const isChanged = present ? this.#list.enter({ channel, userId, ...present }) : this.#list.leave(channel, userId)
    if (channel === backOfficeChannel) return
    // A further tab changes nothing for the others, but has no list yet.
    this.#publishPeople(channel, isChanged ? undefined : userId)
    if (present) await this.#scheduleAlarm(Date.now() + askedEvery)
  }

  /** Publishes soon that these queues may have another length. */
  async queuesChanged(names: QueueName[]): Promise<void> {
    if (this.#list.peopleOf(backOfficeChannel).length === 0) return
    this.#list.addPending(names)
    await this.#scheduleAlarm(Date.now() + gatheredFor)
  }

  /** Publishes that somebody saved records, by their channels, to the others who have one of them open. */
  async recordsSaved(
    channels: string[],
    { userId, name, at }: { userId: string; name: string; at: number },
  ): Promise<void> {
    await Promise.all(
      channels.flatMap((channel) =>
        this.#list
          .peopleOf(channel)
          .filter((person) => person.userId !== userId)
          .map((other) => this.#send(other.userId, channel, { type: "record.saved", name, at })),
      ),
    )
  }

  override async alarm(): Promise<void> {
    await this.#publishQueues()
    for (const userId of this.#list.inRecords()) await this.#compare(userId)
    if (this.#list.inRecords().length > 0) await this.#scheduleAlarm(Date.now() + askedEvery)
  }

  async #publishQueues(): Promise<void> {
    const changed = this.#list.takePending()
    if (changed.length === 0) return
    await Promise.all(
      this.#list.peopleOf(backOfficeChannel).map(async ({ userId, queues }) => {
        const own = changed.filter((name) => queues.includes(name))
        const event = { type: "queues", queues: own } satisfies BackOfficeEvent
        if (own.length > 0 && (await this.#send(userId, backOfficeChannel, event)) === 0)
          this.#list.leave(backOfficeChannel, userId)
      }),
    )
  }

  /** Compares the records that somebody is stored in with those that their sockets are in. */
  async #compare(userId: string): Promise<void> {
    const open = await userChannelOf(this.env, userId)
      .attendance(Date.now())
      .catch((error: unknown) => this.#warn(error))
    if (!open) return
    for (const channel of this.#list.recordsOf(userId)) {
      const attendance = open[channel]
      const isChanged = attendance
        ? this.#list.setEditing(channel, userId, attendance.isEditing)
        : this.#list.leave(channel, userId)
      if (isChanged) this.#publishPeople(channel)
    }
  }

  /** Sends everybody in a record's channel the list of the others; with `only`, that one person alone. */
  #publishPeople(channel: string, only?: string): void {
    this.#sending = this.#sending.then(async () => {
      const people = this.#list.peopleOf(channel)
      const receivers = people.filter(({ userId }) => only === undefined || userId === only)
      await Promise.all(
        receivers.map(({ userId }) => {
          const others = people.filter((person) => person.userId !== userId)
          const shown = others.map(({ name, isEditing }) => ({ name, isEditing }))
          return this.#send(userId, channel, { type: "record.people", people: shown })
        }),
      )
    })
    this.ctx.waitUntil(this.#sending)
  }

  /** Returns to how many sockets of a member of staff the event was sent; null if their channel did not respond. */
  #send(userId: string, channel: string, event: BackOfficeEvent): Promise<number | null> {
    return userChannelOf(this.env, userId)
      .relayToStaff(channel, event, Date.now())
      .catch((error: unknown) => this.#warn(error))
  }

  #warn(error: unknown): null {
    console.warn(JSON.stringify({ level: "warn", event: "back_office.not_sent", ...describeError(error) }))
    return null
  }

  async #scheduleAlarm(at: number): Promise<void> {
    const current = await this.ctx.storage.getAlarm()
    if (current === null || current > at) await this.ctx.storage.setAlarm(at)
  }
}
