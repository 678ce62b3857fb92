import { createExecutionContext, createScheduledController } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import { handoffTokens, sessions } from "~/db/schema"
import worker from "../../worker/index"
import { fetchApp, fetchWith } from "./helpers/app"
import { brokenBucket, brokenDatabase, brokenNamespace } from "./helpers/broken"
import { takeLog } from "./helpers/log"
import { DAY, db, insertSession, insertUser } from "./helpers/rows"

test("the nightly sweep deletes what has expired, and only that", async () => {
  const { id: userId } = await insertUser()
  const live = await insertSession({ userId })
  const lasting = await insertSession({ userId, kind: "api", lastUsedAt: Date.now() - 89 * DAY })
  await insertSession({ userId, lastUsedAt: Date.now() - 31 * DAY })
  await insertSession({ userId, kind: "api", lastUsedAt: Date.now() - 91 * DAY })
  const pass = (tokenHash: string, expiresAt: number) => ({ tokenHash, stateHash: "x", locale: "fr", expiresAt })
  await db.insert(handoffTokens).values([pass("live", Date.now() + 20_000), pass("expired", Date.now() - 1)])

  await worker.scheduled(createScheduledController(), env, createExecutionContext())

  expect((await db.select().from(sessions)).map(({ id }) => id).toSorted()).toEqual([live.id, lasting.id].toSorted())
  expect((await db.select().from(handoffTokens)).map(({ tokenHash }) => tokenHash)).toEqual(["live"])
})

describe("the health report", () => {
  test("says that everything can be reached, and which version this is", async () => {
    const response = await fetchApp("/health")
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      ok: true,
      checks: { d1: true, r2: true, durable_objects: true },
      version: {
        id: expect.any(String),
        tag: expect.any(String),
        created_at: expect.any(String),
        pages: expect.stringMatching(/^[0-9a-f]{8}$/),
      },
    })
  })

  test.each<[string, object, string]>([
    ["the database", { DB: brokenDatabase }, "d1"],
    ["the bucket", { MEDIA: brokenBucket }, "r2"],
    ["the durable objects", { RateLimiter: brokenNamespace }, "durable_objects"],
  ])("is a 503 that names %s when it cannot be reached, and tells nothing more", async (_, broken, part) => {
    const response = await fetchWith(broken, "/health")
    expect(response.status).toBe(503)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      ok: false,
      checks: { d1: part !== "d1", r2: part !== "r2", durable_objects: part !== "durable_objects" },
    })
    expect(text).not.toMatch(/secret|order|Error/)
    expect(takeLog("health.unreachable")).toMatchObject([{ level: "error", part }])
  })
})
