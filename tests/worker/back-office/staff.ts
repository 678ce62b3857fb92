import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { vi } from "vitest"
import type { BackOfficeEvent, Colleague } from "~/domain/back-office/events"
import { backOfficeChannel, editingEvent, recordChannel } from "~/domain/chat/channel-names"
import type { StaffRole } from "~/domain/core/actor/roles"
import { AttendanceList } from "../../../party/back-office/attendance-list"
import { type Person, personOf, type TestSocket } from "../helpers/chat"
import { insertColleague, insertStaff } from "../helpers/rows"

type Role = Exclude<StaffRole, "owner">

/** Inserts a member of staff with these roles, who authenticated just now; none: the owner. */
export async function insertStaffPerson(...roles: Role[]): Promise<Person> {
  const user = roles.length === 0 ? await insertStaff() : await insertColleague(...roles)
  return personOf(user, { confirmedAt: Date.now() })
}

/** Opens a socket in the channel of the back office, or of a record. */
export async function openBackOffice(person: Person, channel = backOfficeChannel): Promise<TestSocket> {
  const socket = await person.connect()
  await socket.subscribe(person, channel)
  return socket
}

export const edit = (socket: TestSocket, channel: string, is_editing = true) =>
  socket.send({ event: editingEvent, channel, data: { is_editing } })

let records = 0
/** Returns the channel of a ticket that no other test has open. */
export const newRecord = () => recordChannel("tickets", `T-${++records}${crypto.randomUUID().slice(0, 8)}`)

const office = () => env.BackOffice.getByName("back-office") as unknown as DurableObjectStub

/** Runs the alarm of the back office, if one is set. */
export const ringBackOffice = () => runDurableObjectAlarm(office())

/** Returns who is stored in a channel. */
export const storedIn = (channel: string) =>
  runInDurableObject(office(), (_, { storage: { sql } }) =>
    new AttendanceList(sql).peopleOf(channel).map(({ userId }) => userId),
  )

/** Waits until something holds, for longer than a busy machine needs. */
export const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 8_000 })

/** Returns the lists of people that a socket has received, latest last. */
export const listsOf = (socket: TestSocket) => socket.events("record.people").map(({ people }) => people as Colleague[])

export const lastList = (socket: TestSocket) => listsOf(socket).at(-1) ?? null

export const savesOf = (socket: TestSocket) =>
  socket.events("record.saved") as unknown as Extract<BackOfficeEvent, { type: "record.saved" }>[]
