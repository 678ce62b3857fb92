import { expect, test } from "vitest"
import { HOUR } from "~/lib/time"
import { takeLog } from "../../helpers/log"
import { runStep } from "../../helpers/mail"
import { db } from "../../helpers/rows"

const insertMail = (id: string, age: number) =>
  db.$client
    .prepare(
      `INSERT INTO outbox_emails (id, recipient, locale, template, data, state, attempts, next_attempt_at, created_at, updated_at)
      VALUES (?, 'ada@example.org', 'en', 'reset', '{}', 'queued', 0, ?, 0, 0)`,
    )
    .bind(id, Date.now() - age)
    .run()

test("a lane whose longest waiting item is older than its promise is in the log as late", async () => {
  await insertMail("waits", HOUR / 2)
  await runStep("watchLanes")
  expect(takeLog("lane.late")).toEqual([])
  await insertMail("is-late", 2 * HOUR)
  await runStep("watchLanes")
  expect(takeLog("lane.late")).toMatchObject([{ level: "error", lane: "mails", minutes: 120 }])
})
