import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { insertPair, listen, rested, ring, type TestSocket } from "../helpers/chat"
import { takeLog } from "../helpers/log"

let mend = () => {}
afterEach(() => mend())

const deliver = UserChannel.prototype.deliver

/** Makes a member's channel unreachable while `isOut` says so. */
function cutOff(userId: string, isOut: () => boolean): void {
  const spy = vi.spyOn(UserChannel.prototype, "deliver").mockImplementation(async function (
    this: UserChannel,
    ...batch
  ) {
    if (this.name === userId && isOut()) throw new Error("out of reach")
    return deliver.apply(this, batch)
  })
  mend = () => spy.mockRestore()
}

const bodiesOf = (socket: TestSocket) =>
  socket.events("message").map(({ message }) => (message as { body: string }).body)
const alarmOf = (id: string) =>
  runInDurableObject(env.ChatRoom.getByName(id) as unknown as DurableObjectStub, (_, { storage }) => storage.getAlarm())

test("messages to a channel that cannot be reached do not put off the next attempt", async () => {
  const { member, owner, id } = await insertPair()
  await rested(id)
  cutOff(owner.id, () => true)
  for (let n = 0; n < 12; n += 1) await member.send(id, `Message ${n}`)
  await ring("ChatRoom", id)
  expect(Number(await alarmOf(id)) - Date.now()).toBeLessThan(10_000)
  expect(takeLog("room.delivery_failed").length).toBeGreaterThanOrEqual(10)
})

test("events that a channel missed for three seconds come by the room's alarm, once and in order, though nobody writes", async () => {
  const { member, owner, id } = await insertPair()
  await rested(id)
  const [here, there] = [await listen(member), await listen(owner)]
  const end = Date.now() + 3_000
  cutOff(owner.id, () => Date.now() < end)
  for (const body of ["One", "Two", "Three"]) await member.send(id, body)
  await here.until(() => bodiesOf(here).length === 3, "The author's own devices")
  expect(there.events("message")).toEqual([])
  await there.until(() => bodiesOf(there).length === 3, "All three messages", 10_000)
  await rested(id)
  expect([bodiesOf(here), bodiesOf(there)]).toEqual([
    ["One", "Two", "Three"],
    ["One", "Two", "Three"],
  ])
  expect(takeLog("room.delivery_failed").length).toBeGreaterThanOrEqual(2)
}, 30_000)

test("a room that hibernated before it reached one of the two still delivers their messages and changes", async () => {
  const { member, owner, id } = await insertPair()
  await rested(id)
  const [here, there] = [await listen(member), await listen(owner)]
  let isOut = true
  cutOff(owner.id, () => isOut)
  await member.send(id, "Hello")
  await member.call("PATCH", `/conversations/${id}/messages/2`, { body: "Good morning" })
  await here.event("message.changed")
  await vi.waitFor(() => expect(takeLog("room.delivery_failed").length).toBeGreaterThan(0))
  await vi.waitFor(async () =>
    expect((await alarmOf(id)) ?? Number.POSITIVE_INFINITY).toBeLessThan(Date.now() + 60_000),
  )
  await evictDurableObject(env.ChatRoom.getByName(id))
  isOut = false
  await ring("ChatRoom", id)
  await there.event("message.changed")
  expect(there.events("message")).toMatchObject([{ message: { seq: 2 } }])
  expect(there.events("message.changed")).toHaveLength(1)
  await rested(id)
  takeLog("room.delivery_failed")
})

test("a room whose recipient is unreachable delivers later, once and in order", async () => {
  const { member, owner, id } = await insertPair()
  const socket = await listen(owner)
  const deliver = UserChannel.prototype.deliver
  let left = 2
  const spy = vi.spyOn(UserChannel.prototype, "deliver").mockImplementation(async function (
    this: UserChannel,
    ...batch
  ) {
    if (this.name !== owner.id || left === 0) return deliver.apply(this, batch)
    left -= 1
    // Once before it was written, once after: the room does not know which.
    if (left === 1) throw new Error("out of reach")
    await deliver.apply(this, batch)
    throw new Error("lost on the way back")
  })
  await member.send(id, "One")
  await member.send(id, "Two")
  for (let tries = 0; tries < 5 && socket.events("message").length < 2; tries++) await ring("ChatRoom", id)
  await socket.until(() => socket.events("message").length === 2, "Both messages")
  await ring("ChatRoom", id)
  spy.mockRestore()
  expect([left, takeLog("room.delivery_failed").length]).toEqual([0, 2])
  const bodies = socket.events("message").map(({ message }) => (message as { body: string }).body)
  expect(bodies).toEqual(["One", "Two"])
})
