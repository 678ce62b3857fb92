import { env } from "cloudflare:workers"
import { beforeEach, describe, expect, test } from "vitest"
import { emptyMonth } from "~/db/profile-days"
import { cronRuns } from "~/db/schema"
import { DAY, HOUR } from "~/lib/time"
import type { StepName } from "../../../../worker/cron/steps"
import { takeLog } from "../../helpers/log"
import { runStep, takeJobs, takeWoken } from "../../helpers/mail"
import { db, insertCategory, insertCity, insertProfile, insertUser } from "../../helpers/rows"

const now = Date.now()
const before = (age: number) => String(now - age)

/** SQL expressions of a row's columns, over its number `n` and a key that sorts as it does; the rest follows from the table. */
type Columns = Record<string, string>

interface Lane {
  /** Rows: two pages of the step and one more. */
  rows: number
  table: string
  columns: Columns | ((ids: { user: string; profile: string }) => Columns)
  /** Rows of users that the lane's rows belong to, one each: `user_id` is theirs. */
  isOfUsers?: true
  /** Condition of the rows that wait in the lane. Without, its jobs are counted. */
  waits?: string
}

const ofOne = (columns: Columns) => (ids: { user: string }) => ({ user_id: `'${ids.user}'`, ...columns })
const key = "printf('%06d', n)"
const requests = (kind: string, state: string, columns: Columns) =>
  ofOne({ kind: `'${kind}'`, state: `'${state}'`, ...columns })
const media = (state: string, columns: Columns) => (ids: { profile: string }) => ({
  profile_id: `'${ids.profile}'`,
  kind: "'photo'",
  visibility: "'public'",
  state: `'${state}'`,
  storage_key: `'lane/' || ${key}`,
  version: "1",
  is_encoded: "1",
  position: "n",
  ...columns,
})
const renewing = { stripe_status: "'active'", period_ends_at: String(now + DAY), stripe_id: `'sub_' || ${key}` }

/** How each step's lane is filled; of a step without a lane of rows, why it has none. */
const lanes: Record<StepName, Lane | string> = {
  watchLanes: "reads one row of each lane",
  watchReadiness: "one row, and the owners",
  sealAuditLog: {
    rows: 1_001,
    table: "audit_log",
    columns: { seq: "NULL", at: before(0) },
    waits: "seq > (SELECT coalesce(max(seq), 0) FROM audit_seals)",
  },
  endSanctions: "one statement",
  endReports: "tests/worker/safety/case-reports.test.ts",
  alertLeads: "200 cases at once, and the rest five minutes later: one mail whatever their number",
  sweepCountryChanges: "one statement",
  sendDigests: {
    rows: 201,
    table: "notifications",
    isOfUsers: true,
    waits: `mail_at <= ${now}`,
    columns: { type: "'message'", mail_at: before(HOUR) },
  },
  startDuePushes: {
    rows: 1_001,
    table: "notifications",
    waits: `push_at <= ${now}`,
    columns: ofOne({ type: "'message'", push_at: before(HOUR) }),
  },
  enqueueDueMail: {
    rows: 1_001,
    table: "outbox_emails",
    columns: { state: "'queued'", template: "'reset'", next_attempt_at: before(HOUR), locale: "'en'" },
  },
  sweepAvailability: "tests/worker/profiles/availability.test.ts",
  sweepCalendars: "tests/worker/profiles/calendar/entries.test.ts",
  sweepRenames: "tests/worker/profiles/renames.test.ts",
  sweepPurges: "tests/worker/profiles/purges.test.ts",
  readDueFeeds: "tests/worker/profiles/calendar/feeds.test.ts",
  sweepChanges: {
    rows: 2_001,
    table: "content_changes",
    waits: `epoch < ${now - HOUR}`,
    columns: () => ({ scope: "'profile:' || n", epoch: before(2 * HOUR) }),
  },
  requeueEvents: {
    rows: 201,
    table: "payment_events",
    columns: { state: "'received'", source: "'webhook'", created_at: before(HOUR), next_try_at: before(HOUR) },
  },
  requeueWithdrawals: {
    rows: 201,
    table: "withdrawals",
    columns: ofOne({ state: "'requested'", created_at: before(HOUR) }),
  },
  sweepGrants: {
    rows: 201,
    table: "subscriptions",
    waits: "stripe_status = 'active'",
    columns: ofOne({ stripe_status: "'active'", stripe_id: `'grant:' || ${key}`, ends_at: before(HOUR) }),
  },
  requeueAlerts: "tests/worker/profiles/saved-searches/alerts.test.ts",
  requeuePhotos: { rows: 201, table: "media", columns: media("uploaded", { updated_at: before(HOUR) }) },
  requeuePictures: "tests/worker/support/applications/copies.test.ts",
  requeueExports: {
    rows: 101,
    table: "resource_exports",
    columns: (ids) => ({ staff_id: `'${ids.user}'`, state: "'running'", updated_at: before(HOUR), cursor: "NULL" }),
  },
  sweepExports: {
    rows: 101,
    table: "resource_exports",
    waits: "1",
    columns: (ids) => ({ staff_id: `'${ids.user}'`, state: "'done'", updated_at: before(30 * DAY) }),
  },
  requeueDataExports: {
    rows: 201,
    table: "data_requests",
    columns: requests("export", "running", { run_at: before(HOUR), created_at: before(HOUR) }),
  },
  requeueErasures: {
    rows: 201,
    table: "data_requests",
    columns: requests("erasure", "running", { run_at: before(HOUR) }),
  },
  startNightlyBackup: "one job, which goes on by itself: tests/worker/operations/backup",
  sweepLedger: "files without rows: tests/worker/operations/backup",
  sweepExpired: {
    rows: 2_001,
    table: "challenges",
    waits: "1",
    columns: ofOne({ purpose: "'sign-in'", expires_at: before(DAY) }),
  },
  sweepImpersonations: {
    rows: 2_001,
    table: "impersonations",
    waits: "1",
    columns: (ids) => ({
      member_id: `'${ids.user}'`,
      started_at: "0",
      ended_at: "1",
      expires_at: "1",
      staff_id: "NULL",
    }),
  },
  sweepIdempotencyKeys: {
    rows: 2_001,
    table: "idempotency_keys",
    waits: "1",
    columns: { created_at: "0", user_id: "NULL" },
  },
  sweepMail: {
    rows: 2_001,
    table: "outbox_emails",
    waits: "1",
    columns: { state: "'sent'", template: "'reset'", locale: "'en'", next_attempt_at: "0" },
  },
  startErasures: {
    rows: 201,
    table: "data_requests",
    columns: requests("erasure", "requested", { run_at: before(HOUR) }),
  },
  sendErasureReminders: {
    rows: 201,
    table: "data_requests",
    waits: "json_extract(coalesce(receipt, '{}'), '$.reminded') IS NULL",
    columns: requests("erasure", "requested", { run_at: String(now + DAY) }),
  },
  sweepDataRequests: {
    rows: 201,
    table: "data_requests",
    waits: "1",
    columns: requests("erasure", "done", { expires_at: before(HOUR) }),
  },
  sweepHelpRequests: {
    rows: 2_001,
    table: "help_requests",
    waits: "id < '01'",
    columns: ofOne({ id: `'00' || ${key}`, state: "'noted'" }),
  },
  sweepDecisions: {
    rows: 2_001,
    table: "decisions",
    waits: "id < '01'",
    columns: {
      id: `'00' || ${key}`,
      reference: `'D-' || ${key}`,
      kind: "'member_warned'",
      source: "'staff'",
      state: "'ended'",
      user_id: "NULL",
      report_id: "NULL",
    },
  },
  sweepSecondLooks: {
    rows: 2_001,
    table: "review_proposals",
    waits: "1",
    columns: (ids) => ({
      profile_id: `'${ids.profile}'`,
      field: key,
      decision: "'approve'",
      proposed_by: `'${ids.user}'`,
      created_at: "0",
    }),
  },
  sweepReports: {
    rows: 2_001,
    table: "reports",
    waits: "id < '01'",
    columns: { id: `'00' || ${key}`, state: "'no_action'", is_suspect: "0", category: "'terms'", priority: "'P3'" },
  },
  sweepTickets: { rows: 2_001, table: "tickets", waits: "1", columns: { updated_at: "0", state: "'closed'" } },
  sweepApplications: {
    rows: 201,
    table: "applications",
    waits: "1",
    columns: { state: "'draft'", expires_at: before(HOUR), locale: "'en'", written_in: "'en'", user_id: "NULL" },
  },
  sweepNotifications: {
    rows: 2_001,
    table: "notifications",
    waits: "1",
    columns: ofOne({ type: "'message'", updated_at: "0" }),
  },
  requeueRenewalStops:
    "an account that is banned, in tests/worker/billing/membership.test.ts; its page is that of the notices",
  requeueUnpaidStops: "lost disputes of running plans: tests/worker/billing/returns.test.ts",
  sendRenewalNotices: {
    rows: 201,
    table: "subscriptions",
    waits: "announced_for IS NULL",
    columns: ofOne(renewing),
  },
  sendCardNotices:
    "the cards of customers, in tests/worker/billing/membership.test.ts; its page is that of the notices",
  sweepBilling: {
    rows: 2_001,
    table: "payment_events",
    waits: "1",
    columns: { state: "'processed'", source: "'webhook'", created_at: "0" },
  },
  requeueProducts: "one job a plan: a handful",
  startReconciliation: "one job, which goes on by itself",
  sweepUploads: {
    rows: 201,
    table: "media",
    waits: "state = 'uploading'",
    columns: media("uploading", { updated_at: "0", kind: "'video'" }),
  },
  sweepOriginals: {
    rows: 201,
    table: "media",
    waits: "upload_key IS NOT NULL",
    columns: media("approved", { approved_at: "1", upload_key: `'uploads/lane/' || ${key}` }),
  },
  sweepMedia: { rows: 201, table: "media", waits: "1", columns: media("deleted", { updated_at: "0" }) },
  sweepOrphans: "files without rows: tests/worker/media/photos/processing.test.ts",
  renewChecks: {
    rows: 201,
    table: "identity_checks",
    isOfUsers: true,
    waits: "status = 'verified'",
    columns: {
      status: "'verified'",
      next_check_at: before(HOUR),
      provider: "'provider'",
      livemode: "1",
      person_id: "NULL",
    },
  },
  requeueRedactions: {
    rows: 201,
    table: "identity_checks",
    waits: `redaction_at < ${before(DAY)}`,
    columns: {
      status: "'verified'",
      provider: "'provider'",
      livemode: "1",
      redaction_at: "1",
      session_ref: `'vs_' || ${key}`,
    },
  },
  // Rows to delete, and as many whose hash is forgotten.
  sweepChecks: {
    rows: 4_002,
    table: "identity_checks",
    waits: "updated_at = 0 OR person_hash IS NOT NULL",
    columns: {
      status: "iif(n % 2, 'refused_age', 'redacted')",
      reason: "iif(n % 2, 'minor', NULL)",
      person_hash: `iif(n % 2, 'hash-' || ${key}, NULL)`,
      checked_at: "1",
      updated_at: `iif(n % 2, ${before(HOUR)}, 0)`,
      provider: "'provider'",
      livemode: "1",
    },
  },
  sweepConsents: "media that are gone: tests/worker/verification/consent",
  sweepAwayNotes: {
    rows: 2_001,
    table: "away_notes",
    isOfUsers: true,
    waits: "1",
    columns: { ends_at: "0" },
  },
  archiveAuditLog: "tests/worker/core/audit/archive.test.ts: a tile is of the oldest rows of the log",
  anchorAuditLog: "one seal a day",
  sweepPersonalReads: {
    rows: 1_001,
    table: "personal_reads",
    waits: "read_at = 1",
    columns: { id: "n", user_id: `'lane-' || ${key}`, read_at: "1", action: "'member.read'" },
  },
  sweepAuditLog: "tests/worker/back-office/staff/audit-log.test.ts: the log allows no deletion before six years",
  sweepStatistics: {
    rows: 2_001,
    table: "profile_months",
    waits: "1",
    columns: (ids) => ({ profile_id: `'${ids.profile}'`, month: `'1000-' || ${key}`, views: emptyMonth }),
  },
  sweepDeadLetters: { rows: 2_001, table: "dead_letters", waits: "1", columns: { queue: "'jobs'", created_at: "0" } },
  makeFigures: "a day's figures are one part",
  makeReplySpeeds: "tests/worker/chat/replies/reply-speed.test.ts",
}

/** Inserts rows, with the columns that a table asks for and the lane does not name. */
async function fill(table: string, rows: number, columns: Columns): Promise<void> {
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{
    name: string
    type: string
    notnull: number
    dflt_value: string | null
    pk: number
  }>()
  const values: Columns = {}
  for (const { name, type, notnull, dflt_value, pk } of results) {
    if ((notnull === 1 && dflt_value === null) || pk > 0) values[name] = type === "integer" ? "n" : key
  }
  Object.assign(values, columns)
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})`
  await env.DB.prepare(
    `INSERT INTO ${table} (${Object.keys(values).map((name) => `"${name}"`)}) ${numbers} SELECT ${Object.values(values)} FROM numbers`,
  ).run()
}

const waiting = async (table: string, waits: string) =>
  (await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${waits}`).first<{ n: number }>())?.n

beforeEach(async () => {
  await db.delete(cronRuns)
  takeJobs()
  takeWoken()
})

const filled = Object.entries(lanes).flatMap(([name, lane]) =>
  typeof lane === "string" ? [] : [[name as StepName, lane] as const],
)

// Two hundred digests, each with its member's channel, take half a minute on a busy machine.
describe("a lane with two pages of its step and one more", { timeout: 120_000 }, () => {
  test.each(filled)("of %s is empty after one run, and what fails in it is nothing", async (name, lane) => {
    const { rows, table, columns, isOfUsers, waits } = lane
    const user = await insertUser()
    const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
    const profile = await insertProfile({ ...place, ownerId: user.id })
    const own = typeof columns === "function" ? columns({ user: user.id, profile: profile.id }) : columns
    if (isOfUsers)
      await fill("users", rows, { id: `'lane-' || ${key}`, email: `${key} || '@lane.example'`, locale: "'en'" })
    await fill(table, rows, isOfUsers ? { user_id: `'lane-' || ${key}`, ...own } : own)
    const first = waits && (await waiting(table, waits))
    const ran = await runStep(name)
    expect(takeLog("cron.step_failed")).toEqual([])
    expect(takeLog("cron.item_failed")).toEqual([])
    expect(ran[name]).toBeGreaterThanOrEqual(3)
    if (waits) {
      expect(first).toBeGreaterThanOrEqual(rows)
      expect(await waiting(table, waits)).toBe(0)
    } else {
      const enqueued = new Set([...takeWoken(), ...takeJobs().map((job) => JSON.stringify(job))])
      expect(enqueued.size).toBeGreaterThanOrEqual(rows)
    }
    if (table !== "audit_log") await env.DB.prepare(`DELETE FROM ${table}`).run()
    await env.DB.prepare("DELETE FROM users WHERE id LIKE 'lane-%'").run()
  })
})
