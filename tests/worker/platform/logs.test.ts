import { createExecutionContext, createMessageBatch } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import worker from "../../../worker/index"
import { fetchWith, form, json, withAccess } from "../helpers/app"
import { brokenDatabase, databaseWithout } from "../helpers/broken"
import { forgetLog, logText, takeLog } from "../helpers/log"
import { runCron } from "../helpers/mail"

const email = "logleak@probe.example"

describe("when the database fails", () => {
  const forms: [string, Record<string, string>][] = [
    ["/auth/password/reset", { email }],
    ["/auth/login", { email, password: email }],
    ["/become-member", { email, name: email, password: email, is_adult: "on", accepts_terms: "on" }],
    ["/contact", { email, name: email, subject: "other", body: email }],
  ]
  test.each(forms)("%s with a failed database writes no address into the log", async (path, fields) => {
    for (const DB of [databaseWithout("users"), databaseWithout("outbox_emails"), databaseWithout("tickets")]) {
      await fetchWith({ DB }, path, await withAccess(form(fields)))
    }
    expect(logText()).not.toContain("logleak")
    forgetLog()
  })

  test("the API's sign-in with a failed database logs the failure and the statement, without its values", async () => {
    const init = await withAccess(json({ email, password: email }))
    const response = await fetchWith({ DB: databaseWithout("users") }, "/api/auth/login", init)
    expect(response.status).toBe(500)
    expect(logText()).not.toContain("logleak")
    expect(takeLog("request.failed")).toMatchObject([{ error: expect.stringMatching(/^DrizzleQueryError|^Error: /) }])
  })

  test("an error of the cron's steps is in the app's log, each by its name, and not in the platform's", async () => {
    await runCron("17 3 * * *", { DB: brokenDatabase })
    const failed = takeLog("cron.step_failed")
    expect(failed.length).toBeGreaterThan(20)
    expect(failed).toContainEqual(expect.objectContaining({ level: "error", step: "sweepExpired" }))
    takeLog("cron.run_unfinished")
  })

  test("an error of a queue's job is in the app's log, and not in the platform's", async () => {
    const body = { kind: "export", requestId: email }
    const batch = createMessageBatch("salon-jobs", [{ id: "1", timestamp: new Date(), attempts: 5, body }])
    const run = worker.queue(batch as never, { ...env, DB: brokenDatabase as never }, createExecutionContext())
    await expect(run).rejects.toThrow(/^queue\.failed$/)
    expect(takeLog("queue.failed")).toHaveLength(1)
    expect(takeLog("job.failed")).toHaveLength(1)
  })
})
