import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dailyFigures } from "~/db/schema"
import { writeMessages } from "~/domain/back-office/analytics/queries.server"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { DAY, HOUR, MINUTE } from "~/lib/time"
import type { MessageCounter } from "../../../../party/message-counter/message-counter"
import { messageCounterOf } from "../../../../party/objects"
import { brokenDatabase } from "../../helpers/broken"
import { insertPair, rested, ring } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { db } from "../../helpers/rows"

/** Midday, so that no test runs into the next day; of a year of its own, since other files send messages today to rooms of the same counters. */
const noon = startOfDay("2031-03-03") + 12 * HOUR
const day = dayOf(noon)
/** After the hour over which reports are spread. */
const tomorrow = startOfDay(addDays(day, 1)) + 2 * HOUR

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon })
  await db.delete(dailyFigures)
})
afterEach(() => {
  vi.useRealTimers()
})

const counterOf = (userId: string) => messageCounterOf(env, userId) as unknown as DurableObjectStub<MessageCounter>
const flush = (userId: string, now: number) =>
  runInDurableObject(counterOf(userId), (instance: MessageCounter) => instance.flush(now))
const stored = (of = day) =>
  db
    .select()
    .from(dailyFigures)
    .where(and(eq(dailyFigures.measure, "messages"), eq(dailyFigures.day, of)))

test("each message is counted once, and its day reaches the database when it is over", async () => {
  // The request is a message too.
  const { member, owner, id } = await insertPair()
  for (const word of ["one", "two", "three"]) await member.send(id, word, word)
  await member.send(id, "three", "three")
  await owner.send(id, "A reply")
  await rested(id)
  for (const { id: userId } of [member, owner]) await ring("UserChannel", userId)
  for (const { id: userId } of [member, owner]) await flush(userId, noon)
  expect(await stored()).toEqual([])
  vi.setSystemTime(tomorrow)
  for (let times = 0; times < 2; times++) {
    for (const { id: userId } of [member, owner]) await ring("UserChannel", userId)
    for (const { id: userId } of [member, owner]) await flush(userId, tomorrow)
  }
  expect((await stored()).reduce((sum, { value }) => sum + value, 0)).toBe(5)
})

// Members of one test share counters with those of the others: each test has a day of its own.
test("a day that the database did not take is written later, once", async () => {
  const [id, own] = ["a-member-of-their-own", addDays(day, 30)]
  await counterOf(id).add(own, 3)
  await counterOf(id).add(own, 2)
  await runInDurableObject(counterOf(id), async (instance: MessageCounter, { storage }) => {
    const bound = instance as unknown as { env: Env }
    const working = bound.env
    bound.env = { ...working, DB: brokenDatabase as unknown as D1Database }
    await instance.flush(tomorrow)
    bound.env = working
    expect(await storage.getAlarm()).toBe(tomorrow + MINUTE)
    await instance.flush(tomorrow)
    await instance.flush(tomorrow)
  })
  expect((await stored(own)).map(({ value }) => value)).toEqual([5])
  expect(takeLog("messages.not_written")).toHaveLength(1)
})

test("a report that comes late is added to its day, and days are forgotten after a week", async () => {
  const [id, own] = ["another-member", addDays(day, 60)]
  const end = startOfDay(addDays(own, 1))
  await counterOf(id).add(own, 3)
  await flush(id, end + DAY)
  await counterOf(id).add(own, 1)
  await flush(id, end + 2 * DAY)
  expect((await stored(own)).map(({ value }) => value)).toEqual([4])
  await flush(id, end + 8 * DAY)
  const left = await runInDurableObject(counterOf(id), (_: MessageCounter, { storage }) =>
    storage.sql.exec("SELECT * FROM days").toArray(),
  )
  expect(left).toEqual([])
})

test("a write that arrives late never lowers the count of a day", async () => {
  const database = openDatabase(env.DB, null).db
  await writeMessages(database, "messages-0", [{ day, messages: 5 }])
  await writeMessages(database, "messages-0", [{ day, messages: 3 }])
  expect(await stored()).toMatchObject([{ day, dimension: "messages-0", value: 5 }])
})
