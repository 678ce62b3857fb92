import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dailyFigures } from "~/db/schema"
import { writeMessages } from "~/domain/back-office/analytics/queries.server"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { HOUR, MINUTE } from "~/lib/time"
import type { MessageCounter } from "../../../../party/message-counter/message-counter"
import { messageCounterOf } from "../../../../party/objects"
import { brokenDatabase } from "../../helpers/broken"
import { insertPair } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { db } from "../../helpers/rows"

/** Midday, so that no test runs into the next day; of a year of its own, since other files send messages today to rooms of the same counters. */
const noon = startOfDay("2031-03-03") + 12 * HOUR
const day = dayOf(noon)
const tomorrow = startOfDay(addDays(day, 1)) + 1

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon })
  await db.delete(dailyFigures)
})
afterEach(() => {
  vi.useRealTimers()
})

const counterOf = (id: string) => messageCounterOf(env, id) as unknown as DurableObjectStub<MessageCounter>
const flush = (id: string, now: number) =>
  runInDurableObject(counterOf(id), (instance: MessageCounter) => instance.flush(now))
const countOf = (id: string) =>
  runInDurableObject(counterOf(id), (_: MessageCounter, { storage }) => {
    const rows = storage.sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'days'").toArray()
    if (rows.length === 0) return 0
    return Number(storage.sql.exec("SELECT coalesce(sum(messages), 0) AS n FROM days WHERE day = ?", day).one().n)
  })
const stored = () =>
  db
    .select()
    .from(dailyFigures)
    .where(and(eq(dailyFigures.measure, "messages"), eq(dailyFigures.day, day)))

test("each message is counted once, and its day reaches the database when it is over", async () => {
  // The request is a message too.
  const { member, id } = await insertPair()
  for (const word of ["one", "two", "three"]) await member.send(id, word, word)
  await member.send(id, "three", "three")
  await vi.waitFor(async () => expect(await countOf(id)).toBeGreaterThanOrEqual(4))
  expect(await countOf(id)).toBe(4)
  await flush(id, noon)
  expect(await stored()).toEqual([])
  await flush(id, tomorrow)
  await flush(id, tomorrow)
  expect(await stored()).toMatchObject([{ day, value: 4 }])
  expect(await countOf(id)).toBe(0)
})

test("a day that the database did not take is written later, once", async () => {
  const id = "a-room-of-its-own"
  await counterOf(id).add(3, noon)
  await counterOf(id).add(2, noon)
  await runInDurableObject(counterOf(id), async (instance: MessageCounter, { storage }) => {
    const own = instance as unknown as { env: Env }
    const working = own.env
    own.env = { ...working, DB: brokenDatabase as unknown as D1Database }
    await instance.flush(tomorrow)
    own.env = working
    expect(await storage.getAlarm()).toBe(tomorrow + MINUTE)
    await instance.flush(tomorrow)
    // The answer was lost: the row is still there.
    storage.sql.exec("INSERT INTO days VALUES (?, 5)", day)
    await instance.flush(tomorrow)
  })
  expect((await stored()).map(({ value }) => value)).toEqual([5])
  expect(takeLog("messages.not_written")).toHaveLength(1)
})

test("a write that arrives late never lowers the count of a day", async () => {
  const database = openDatabase(env.DB, null).db
  await writeMessages(database, "messages-0", [{ day, messages: 5 }])
  await writeMessages(database, "messages-0", [{ day, messages: 3 }])
  expect(await stored()).toMatchObject([{ day, dimension: "messages-0", value: 5 }])
})
