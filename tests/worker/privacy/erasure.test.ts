import { env } from "cloudflare:workers"
import { and, count, eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import {
  dataRequests,
  emailChanges,
  listings,
  outboxEmails,
  profiles,
  reports,
  searchPurges,
  userGroups,
  users,
} from "~/db/schema"
import type { Ctx } from "~/domain/core/context"
import type { Mailer, Message } from "~/domain/core/ports/mailer"
import { deliverMail } from "~/domain/operations/mail-delivery/deliver.server"
import { cancelErasure, runErasure } from "~/domain/privacy/erasure.server"
import * as queries from "~/domain/privacy/queries.server"
import { nameOf, personalTables } from "~/domain/privacy/registry"
import type { PersonalTable } from "~/domain/privacy/tables/personal-table"
import { createCtx } from "../../../worker/context"
import { addCookie, fetchApp, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import {
  ask,
  call,
  deliverMails,
  mailsTo,
  receive,
  runCron,
  runJobs,
  submit,
  takeJobs,
  takeWoken,
} from "../helpers/mail"
import { withSimulator } from "../helpers/payments"
import { dumpDatabase, dumpFiles, insertShared, insertWholePerson } from "../helpers/person"
import {
  completeProfile,
  DAY,
  db,
  insertCategory,
  insertCity,
  insertGroup,
  insertProfile,
  insertSession,
  insertUser,
  withoutDecisionRules,
} from "../helpers/rows"
import { crowdIndexes, indexesWith } from "../helpers/search-bytes"

// The files of a runtime share the queue.
withSimulator("privacy")

/** Removes the enqueued jobs; returns the erasures. */
const takeErasures = () => takeJobs().filter(({ kind }) => kind === "erasure")

beforeEach(() => void takeJobs())

afterEach(async () => {
  takeWoken()
  takeJobs()
  // The cron of one test must not find requests that another left due.
  await db.update(dataRequests).set({ state: "cancelled" }).where(queries.isOpen)
})

const nightly = "17 3 * * *"
const page = "/profile/settings/data"
const keepForm = 'name="intent" value="keep"'

/** Returns a member who has just re-authenticated, and their acts on the page. */
async function member(row: Parameters<typeof insertUser>[0] = {}) {
  const user = await insertUser(row)
  const session = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  return { user, session, ...actionsOf(session.token) }
}

function actionsOf(token: string) {
  const cookie = { headers: { Cookie: `__Host-salon_session=${token}` } }
  return {
    action: (intent: string, fields: Record<string, string> = {}) => submit(page, { ...fields, intent }, cookie),
    read: async (path = page) => (await ask(path, cookie)).text(),
  }
}

const erasuresOf = (userId: string) =>
  db
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, "erasure")))

async function stateOf(profileId: string) {
  const [row] = await db.select({ state: profiles.state }).from(profiles).where(eq(profiles.id, profileId))
  return row?.state
}

/** Ends the 30 days of a user's erasure. */
async function letTimePass(userId: string, runAt = Date.now() - 1) {
  await db
    .update(dataRequests)
    .set({ runAt })
    .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, "erasure")))
}

/** Inserts a published profile with a page that the public can read. */
async function insertPublicProfile(ownerId: string) {
  const city = await insertCity()
  const category = await insertCategory()
  const profile = await insertProfile({ ownerId, cityId: city.id, categoryId: category.id })
  await completeProfile(profile)
  return profile
}

describe("requesting an erasure", () => {
  test("an erasure is scheduled in 30 days, announced by mail and on every member page, and unpublishes the profile at once", async () => {
    const { user, action, read } = await member()
    const profile = await insertPublicProfile(user.id)
    const address = `/escorts/${profile.slug}`
    expect((await ask(address)).status).toBe(200)
    const response = await action("erase", { understood: "on" })
    expect(response.status).toBe(200)

    const [request] = await erasuresOf(user.id)
    expect(request?.state).toBe("requested")
    expect((request?.runAt ?? 0) - (request?.createdAt ?? 0)).toBe(30 * DAY)
    expect(await stateOf(profile.id)).toBe("paused")
    expect((await ask(address)).status).toBe(404)
    expect(await db.select().from(listings).where(eq(listings.profileId, profile.id))).toEqual([])
    const mail = await receive(user.email)
    expect(mail.subject).toMatch(/^Your account will be deleted on \d+ \w+ \d{4}$/)
    expect(mail.text).toContain(`http://en.localhost:8787${page}`)
    for (const path of ["/profile", "/profile/settings"]) expect(await read(path)).toContain(keepForm)
  })

  test("an erasure needs a tick that says it was understood", async () => {
    const { user, action } = await member()
    const response = await action("erase")
    expect(response.status).toBe(422)
    expect(await response.text()).toContain("Tick this to continue.")
    expect(await erasuresOf(user.id)).toEqual([])
  })

  test("an erasure needs re-authentication", async () => {
    const { user } = await member()
    const old = await insertSession({ userId: user.id, confirmedAt: Date.now() - 11 * 60_000 })
    const never = await insertSession({ userId: user.id })
    for (const { token } of [old, never]) {
      const response = await actionsOf(token).action("erase", { understood: "on" })
      const target = response.headers.get("Location")
      expect([response.status, target]).toEqual([302, expect.stringMatching(/^\/auth\/confirm\?act=/)])
    }
    expect(await erasuresOf(user.id)).toEqual([])
  })

  test("an erasure requested twice, in two tabs too, is one and sends one mail", async () => {
    const { user, action } = await member()
    const responses = await Promise.all(Array.from({ length: 4 }, () => action("erase", { understood: "on" })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await erasuresOf(user.id)).toHaveLength(1)
    await deliverMails()
    expect((await mailsTo(user.email)).map(({ state }) => state)).toEqual(["sent"])
  })

  test("an erasure is refused to the last of the root staff, and allowed once there is another", async () => {
    const { user, action, session } = await member()
    const group = await insertGroup({ root: true })
    await db.insert(userGroups).values({ userId: user.id, groupId: group.id })
    const refused = await action("erase", { understood: "on" })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain("You’re the last administrator.")
    const headers = { Authorization: `Bearer ${session.token}`, "Content-Type": "application/json" }
    const api = await ask("/api/me/erasure", { method: "POST", headers, body: JSON.stringify({ understood: true }) })
    expect([api.status, await api.json()]).toMatchObject([409, { code: "privacy.last_root" }])
    const other = await insertUser()
    await db.insert(userGroups).values({ userId: other.id, groupId: group.id })
    expect((await action("erase", { understood: "on" })).status).toBe(200)

    // The other one leaves in the meantime: the deployment would have no root staff.
    await db.delete(userGroups).where(eq(userGroups.userId, other.id))
    await letTimePass(user.id)
    await runCron(nightly)
    expect(await runJobs(takeErasures())).toEqual([true])
    expect((await erasuresOf(user.id))[0]?.state).toBe("requested")
    expect(await db.select().from(users).where(eq(users.id, user.id))).toHaveLength(1)
    await db.delete(userGroups).where(eq(userGroups.userId, user.id))
  })
})

describe("cancelling an erasure", () => {
  test("cancelling an erasure retains the account, and republishes what was public", async () => {
    const { user, action, read } = await member()
    const profile = await insertPublicProfile(user.id)
    await action("erase", { understood: "on" })
    const stored = await action("keep")
    expect(stored.status).toBe(200)
    expect(await stored.text()).toContain("Your account has been kept.")
    expect(await stateOf(profile.id)).toBe("published")
    expect((await ask(`/escorts/${profile.slug}`)).status).toBe(200)
    expect((await erasuresOf(user.id))[0]?.state).toBe("cancelled")
    expect(await read("/profile")).not.toContain(keepForm)
    await letTimePass(user.id)
    await runCron(nightly)
    expect(takeErasures()).toEqual([])
    expect((await action("erase", { understood: "on" })).status).toBe(200)
  })

  test.each(["draft", "paused", "suspended"] as const)(
    "cancelling an erasure publishes nothing that was %s",
    async (state) => {
      const { user, action } = await member()
      const profile = await insertPublicProfile(user.id)
      await withoutDecisionRules(() => db.update(profiles).set({ state }).where(eq(profiles.id, profile.id)))
      await action("erase", { understood: "on" })
      await action("keep")
      expect(await stateOf(profile.id)).toBe(state)
    },
  )

  test("cancelling an erasure while banned leaves the profile to the end of the ban", async () => {
    const { user, action } = await member()
    const profile = await insertPublicProfile(user.id)
    await action("erase", { understood: "on" })
    // Their session was read before the ban.
    const actor = { kind: "member", user: { id: user.id } } as unknown as Ctx["actor"]
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, user.id))
    await cancelErasure({ ...ctxNow(), actor })
    expect(await stateOf(profile.id)).toBe("banned")
    expect((await erasuresOf(user.id))[0]?.state).toBe("cancelled")
  })

  test("cancelling an erasure republishes no profile that staff suspended in the meantime", async () => {
    const { user, action } = await member()
    const profile = await insertPublicProfile(user.id)
    await action("erase", { understood: "on" })
    await withoutDecisionRules(() => db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, profile.id)))
    await action("keep")
    expect(await stateOf(profile.id)).toBe("suspended")
  })

  test("an erasure is cancelled by its member alone, and only if one was requested", async () => {
    const { user, action } = await member()
    const other = await member()
    await action("erase", { understood: "on" })
    expect((await other.action("keep")).status).toBe(404)
    expect((await erasuresOf(user.id))[0]?.state).toBe("requested")
  })
})

test("a mail reminds of an erasure three days before, once", async () => {
  const { user, action } = await member()
  const later = await member()
  await action("erase", { understood: "on" })
  await later.action("erase", { understood: "on" })
  takeWoken()
  await letTimePass(user.id, Date.now() + 2 * DAY)
  await letTimePass(later.user.id, Date.now() + 4 * DAY)
  await Promise.all([runCron(nightly), runCron(nightly)])
  await runCron(nightly)
  const templates = async (email: string) => (await mailsTo(email)).map(({ template }) => template)
  expect(await templates(user.email)).toEqual(["erasure-soon", "erasure-requested"])
  expect(await templates(later.user.email)).toEqual(["erasure-requested"])
  expect((await receive(user.email)).subject).toMatch(/^Reminder: your account will be deleted on/)
})

/** Returns a mailer that records what it sent. */
function recordingMailer() {
  const sent: Message[] = []
  const mailer: Mailer = { storesCopies: true, send: async (message) => void sent.push(message) }
  return { sent, mailer }
}

const ctxNow = () => createCtx(env, openDatabase(env.DB, "first-primary").db, () => {})

/** Returns the rows that hold any of these words, as `table: row`. */
/** For an hour the id of a profile says that its pages are to be dropped: tests/worker/pages/content-changes.test.ts. */
const passing = "content_changes"

async function rowsWith(traces: string[]) {
  const found = (await dumpDatabase()).filter(({ table, row }) => {
    if (table === passing) return false
    const text = Object.values(row).join("\n")
    return traces.some((trace) => text.includes(trace))
  })
  return found
}

/** The id alone, which refers to nobody any more, so that an erasure can be repeated after a restore. */
const ledgerEntryOf = (userId: string) => `erasures/${new Date(ctxNow().now()).toISOString().slice(0, 10)}/${userId}`

describe("an erasure", () => {
  test("an erasure leaves nothing of a person in any table or file but the receipt and the ledger, and all of everybody else", async () => {
    const shared = await insertShared()
    const gone = await insertWholePerson(shared)
    const stays = await insertWholePerson(shared)
    for (const entry of personalTables.filter(({ erase }) => erase !== "follows")) {
      const [found] = await db.select({ rows: count() }).from(entry.table).where(entry.of(gone.user.id))
      expect([nameOf(entry), (found?.rows ?? 0) > 0]).toEqual([nameOf(entry), true])
    }
    await actionsOf(gone.session.token).action("erase", { understood: "on" })
    await deliverMails()
    const rowsBefore = await dumpDatabase()
    const filesBefore = await dumpFiles()

    await letTimePass(gone.user.id)
    await runCron(nightly)
    expect(await runJobs(takeErasures())).toEqual([true])
    const [mailId] = takeWoken()
    const { sent, mailer } = recordingMailer()
    await deliverMail(ctxNow(), mailer, mailId ?? "")

    // Every column of every table in the database, and every file.
    const left = await rowsWith(gone.traces)
    expect(left.map(({ table, row }) => [table, row.kind, row.state]).toSorted()).toEqual([
      ["data_requests", "erasure", "partly_held"],
      ["data_requests", "export", "done"],
    ])
    for (const { row } of left) {
      const { user_id, ...rest } = row
      expect(user_id).toBe(gone.user.id)
      for (const trace of gone.traces) expect(Object.values(rest).join("\n")).not.toContain(trace)
    }
    const { [ledgerEntryOf(gone.user.id)]: entry, ...files } = await dumpFiles()
    expect(entry).toBe("erased")
    for (const [key, content] of Object.entries(files)) {
      for (const trace of gone.traces) expect(`${key}\n${content}`).not.toContain(trace)
    }

    const isGone = (text: string) => gone.traces.some((trace) => text.includes(trace))
    // Counters, indexes, the cron's runs, and the cases with their questions, reports and decisions, which lose a person and nothing else.
    const counted = new Set([
      "cron_runs",
      "data_requests",
      "content_epoch",
      "cases",
      "case_questions",
      "reports",
      "report_messages",
      "decisions",
      "daily_figures",
      "live_counts",
    ])
    // Consents that others signed, and the outcome of a check, without whose they are.
    for (const table of ["depicted_people", "media_consents", "identity_checks"]) counted.add(table)
    const others = (dump: typeof rowsBefore) =>
      dump
        .filter(({ table }) => !counted.has(table) && !table.startsWith("search_"))
        .filter(({ row }) => !isGone(Object.values(row).join("\n")))
        // The exports of staff end, whose files may name anybody.
        .map(({ table, row }) => JSON.stringify([table, table === "resource_exports" ? { ...row, state: null } : row]))
        .toSorted()
    expect(others(await dumpDatabase())).toEqual(others(rowsBefore))
    expect(files).toEqual(
      Object.fromEntries(Object.entries(filesBefore).filter(([key, bytes]) => !isGone(key + bytes))),
    )
    expect(Object.keys(files)).toContain(`${shared.storageKey}/640.webp`)
    expect(Object.keys(files)).toContain(Object.keys(stays.files)[0])
    expect(await rowsWith(stays.traces)).not.toEqual([])
    const notified = await db.select({ email: reports.email, details: reports.details }).from(reports)
    expect(notified.map(({ email }) => email).toSorted()).toEqual([stays.user.email, null, null, null].toSorted())
    for (const { details } of notified) expect(details).toBe("Somebody is in danger.")

    const [request] = await erasuresOf(gone.user.id)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.to).toBe(gone.user.email)
    expect(sent[0]?.text).toContain(`Receipt ${request?.id}.`)
    expect(sent[0]?.text).toContain("profile, texts and pictures (")
    expect(sent[0]?.text).toMatch(/Some records must be kept: .*the number and date of your requests/)
    const receipt = JSON.parse(request?.receipt ?? "{}") as { deleted: Record<string, number>; held: string[] }
    expect(receipt.deleted).toMatchObject({ account: expect.any(Number), access: expect.any(Number), messages: 10 })
    expect(receipt.held).toEqual(["safety", "request"])
  })

  test("an erasure removes the words of the profile from the search indexes", async () => {
    const { user, action } = await member()
    const { cityId, categoryId } = await insertPublicProfile((await insertUser()).id)
    await insertProfile({ ownerId: user.id, cityId, categoryId, name: "Ubroxalinthewy" })
    await crowdIndexes()
    await action("erase", { understood: "on" })
    expect(await indexesWith("ubroxalinthewy")).toEqual(["search_newest", "search_price", "search_profiles"])
    await letTimePass(user.id)
    await runCron(nightly)
    await runJobs()
    expect(await indexesWith("ubroxalinthewy")).toEqual([])
    expect(await db.select().from(searchPurges)).toEqual([])
  })

  test("an erasure changes nothing of the account whose address the person only requested", async () => {
    const stranger = await insertWholePerson(await insertShared())
    const { user, action } = await member()
    const now = Date.now()
    await db.insert(emailChanges).values({
      id: crypto.randomUUID(),
      userId: user.id,
      newEmail: stranger.user.email,
      expiresAt: now + DAY,
      createdAt: now,
    })
    const theirs = async () => JSON.stringify(await rowsWith([stranger.user.email]))
    const before = await theirs()
    await action("erase", { understood: "on" })
    await letTimePass(user.id)
    await runCron(nightly)
    await runJobs()
    expect(await db.select().from(users).where(eq(users.id, user.id))).toEqual([])
    const wish = (dump: string) =>
      (JSON.parse(dump) as { table: string }[]).filter(({ table }) => table !== "email_changes")
    expect(wish(await theirs())).toEqual(wish(before))
  })

  test("an erasure deletes the mails sent to requested addresses, also to one given up", async () => {
    const { user, session, action } = await member()
    const bearer = { Authorization: `Bearer ${session.token}` }
    const wishes = ["wish-one@example.org", "wish-two@example.org"]
    for (const email of wishes) {
      expect((await call("/me/email", { email }, bearer)).status).toBe(202)
      await deliverMails()
    }
    expect((await mailsTo("wish-one@example.org")).map(({ state, data }) => [state, data])).toEqual([
      ["sent", JSON.stringify({ userId: user.id })],
    ])
    await action("erase", { understood: "on" })
    await letTimePass(user.id)
    await runCron(nightly)
    await runJobs()
    expect(await db.select().from(users).where(eq(users.id, user.id))).toEqual([])
    for (const email of wishes) expect([email, await mailsTo(email)]).toEqual([email, []])
  })

  test("an erasure ends the session, and the address may join again as a new member", async () => {
    const { user, session, action } = await member()
    await action("erase", { understood: "on" })
    await letTimePass(user.id)
    await runCron(nightly)
    await runJobs()
    const response = await fetchApp("/profile", addCookie(await withAccess(), `__Host-salon_session=${session.token}`))
    expect(response.headers.get("Location")).toBe("/auth/login")
    await deliverMails()
    expect(await mailsTo(user.email)).toEqual([])
    await db.insert(users).values({ ...user, id: "again" })
  })

  test("an erasure does not begin before its day, from any caller", async () => {
    const { user, action } = await member()
    await action("erase", { understood: "on" })
    const [request] = await erasuresOf(user.id)
    expect(await runJobs([{ kind: "erasure", requestId: request?.id ?? "" }])).toEqual([true])
    await runCron(nightly)
    expect(takeErasures()).toEqual([])
    expect((await erasuresOf(user.id))[0]?.state).toBe("requested")
  })

  test("an interrupted erasure is resumed, and done once when two workers run it at the same time", async () => {
    const shared = await insertShared()
    const { user, session, traces } = await insertWholePerson(shared)
    await actionsOf(session.token).action("erase", { understood: "on" })
    await deliverMails()
    await letTimePass(user.id)
    const [request] = await erasuresOf(user.id)
    const job = { kind: "erasure", requestId: request?.id ?? "" } as const

    const broken = { MEDIA: { list: () => Promise.reject(new Error("The store is down")) } }
    expect(await runJobs([job], broken)).toEqual([false])
    expect(takeLog("job.failed")).toHaveLength(1)
    expect((await erasuresOf(user.id))[0]).toMatchObject({ state: "running" })
    expect(await db.select().from(users).where(eq(users.id, user.id))).toHaveLength(1)

    // A killed Worker reports nothing: the row is free again when its time is over.
    await letTimePass(user.id, Date.now() + 60_000)
    await runCron("*/5 * * * *")
    expect(takeErasures()).toEqual([])
    await letTimePass(user.id)
    await runCron("*/5 * * * *")
    const jobs = takeJobs()
    expect(jobs).toEqual([job])
    expect(await Promise.all([runJobs(jobs), runJobs(jobs)])).toEqual([[true], [true]])
    await deliverMails()
    expect((await rowsWith(traces)).map(({ table }) => table)).toEqual(["data_requests", "data_requests"])
    expect(await runJobs(jobs)).toEqual([true])
  })

  test("an erasure cannot be cancelled once it has begun", async () => {
    const { user, action } = await member()
    await action("erase", { understood: "on" })
    await db.update(dataRequests).set({ state: "running" }).where(eq(dataRequests.userId, user.id))
    expect((await action("keep")).status).toBe(404)
  })

  test("an erasure states what the law requires to retain, and why", async () => {
    const { user, action } = await member()
    await action("erase", { understood: "on" })
    await deliverMails()
    await letTimePass(user.id)
    const [request] = await erasuresOf(user.id)
    const invoices: PersonalTable = {
      table: outboxEmails,
      kind: "membership",
      of: () => eq(outboxEmails.recipient, user.email) as never,
      export: {},
      erase: { hold: "bookkeeping", set: { recipient: "nobody" } },
    }
    const tables = personalTables.map((entry) => (nameOf(entry) === "outbox_emails" ? invoices : entry))
    const enqueued: string[] = []
    await runErasure({ ...ctxNow(), enqueueMail: (id) => void enqueued.push(id) }, request?.id ?? "", {
      tables,
      forget: [],
    })
    const { sent, mailer } = recordingMailer()
    await deliverMail(ctxNow(), mailer, enqueued[0] ?? "")
    expect(sent[0]?.text).toContain("invoices, for accounting, without your name")
    expect((await erasuresOf(user.id))[0]?.state).toBe("partly_held")
    expect(await mailsTo(user.email)).toEqual([])
  })

  test("an erasure deletes the address also when the receipt cannot be delivered", async () => {
    const { user, action } = await member()
    await action("erase", { understood: "on" })
    await letTimePass(user.id)
    await runCron(nightly)
    await runJobs()
    const [mail] = await mailsTo(user.email)
    await db
      .update(outboxEmails)
      .set({ attempts: 7 })
      .where(eq(outboxEmails.id, mail?.id ?? ""))
    const failing: Mailer = { storesCopies: false, send: () => Promise.reject(new Error("no such mailbox")) }
    expect(await deliverMail(ctxNow(), failing, mail?.id ?? "")).toBeNull()
    expect(await mailsTo(user.email)).toEqual([])
  })
})
