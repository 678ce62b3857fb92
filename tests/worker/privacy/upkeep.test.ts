import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test, vi } from "vitest"
import { handoffTokens, sessions } from "~/db/schema"
import worker from "../../../worker/index"
import { en, fetchApp, fetchWith } from "../helpers/app"
import { brokenBucket, brokenDatabase, brokenNamespace } from "../helpers/broken"
import { takeLog } from "../helpers/log"
import { runCron } from "../helpers/mail"
import { DAY, db, insertSession, insertUser } from "../helpers/rows"

test("the nightly cron deletes expired rows, and only those", async () => {
  const { id: userId } = await insertUser()
  const live = await insertSession({ userId })
  const lasting = await insertSession({ userId, kind: "api", lastUsedAt: Date.now() - 89 * DAY })
  await insertSession({ userId, lastUsedAt: Date.now() - 31 * DAY })
  await insertSession({ userId, kind: "api", lastUsedAt: Date.now() - 91 * DAY })
  const pass = (tokenHash: string, expiresAt: number) => ({
    tokenHash,
    stateHash: "x",
    locale: "fr" as const,
    expiresAt,
  })
  await db.insert(handoffTokens).values([pass("live", Date.now() + 20_000), pass("expired", Date.now() - 1)])

  await runCron("17 3 * * *")

  expect((await db.select().from(sessions)).map(({ id }) => id).toSorted()).toEqual([live.id, lasting.id].toSorted())
  expect((await db.select().from(handoffTokens)).map(({ tokenHash }) => tokenHash)).toEqual(["live"])
})

describe("the health report", () => {
  test("the health report says that all is well, and nothing else", async () => {
    const response = await fetchApp("/health")
    expect([response.status, await response.text()]).toEqual([200, '{"ok":true}'])
  })

  test.each<[string, object, string]>([
    ["the database", { DB: brokenDatabase }, "d1"],
    ["the database's binding", { DB: undefined }, "d1"],
    ["the bucket", { MEDIA: brokenBucket }, "r2"],
    ["the bucket's binding", { MEDIA: undefined }, "r2"],
    ["the durable objects", { RateLimiter: brokenNamespace }, "durable_objects"],
  ])("the health report is a bare 503 when %s is unreachable, which the log names", async (_, broken, part) => {
    const response = await fetchWith(broken, "/health")
    expect([response.status, await response.text()]).toEqual([503, '{"ok":false}'])
    expect(takeLog("health.unreachable")).toMatchObject([{ level: "error", part }])
  })

  test("the health report checks once in five seconds, however often it is requested", async () => {
    let looks = 0
    const counting = { DB: { withSession: (start: string) => ++looks && env.DB.withSession(start) } }
    const bindings = { ...env, ...counting } as unknown as Env
    const clock = vi.spyOn(Date, "now")
    const start = Date.now()
    const askAt = async (ms: number) => {
      clock.mockReturnValue(start + ms)
      const context = createExecutionContext()
      const response = await worker.fetch(new Request(`${en}/health`) as never, bindings, context)
      await waitOnExecutionContext(context)
      return response.status
    }
    try {
      for (const ms of [0, 1, 4_999]) expect(await askAt(ms)).toBe(200)
      expect(looks).toBe(1)
      expect(await askAt(5_000)).toBe(200)
      expect(looks).toBe(2)
    } finally {
      clock.mockRestore()
    }
  })
})
