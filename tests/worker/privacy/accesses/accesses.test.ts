import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { auditLog, helpRequests, personalReads as lines, reports } from "~/db/schema"
import { resources } from "~/domain/back-office/records/registry.server"
import { isPersonalRead, otherReads, personalReads, readReasons, recordKinds } from "~/domain/core/audit/personal-reads"
import { isSensitive } from "~/domain/core/audit/sensitive"
import { listDataAccesses } from "~/domain/privacy/accesses/accesses.server"
import type { DataAccess } from "~/domain/privacy/accesses/schema"
import { translator } from "~/i18n/i18n.server"
import { locales } from "~/i18n/locales"
import { createCtx } from "../../../../worker/context"
import { insertImpersonated } from "../../back-office/staff/impersonated"
import { fr } from "../../helpers/app"
import { takeLog, watchLog } from "../../helpers/log"
import { ask, runJobs, takeJobs } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { textOf } from "../../helpers/page"
import { caseOf, DAY, db, insertGrant, insertMedia, insertReport, insertUser } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"
import { readMessages, reads } from "./reads"

watchLog()

const page = "/profile/settings/access"

type Member = Pick<Awaited<ReturnType<typeof insertMember>>, "user" | "call" | "open">
type Page = { data: DataAccess[]; next_cursor: string | null }

const pageOf = async ({ call }: Pick<Member, "call">, query = "") =>
  (await call("GET", `/me/accesses${query}`)).json<Page>()
const linesOf = async (member: Pick<Member, "call">) => (await pageOf(member)).data

/** Has staff open the member's page, of whose role they read the account alone. */
async function look({ user }: Pick<Member, "user">, role: Parameters<typeof insertStaffMember>[0] = "verifier") {
  const staff = await insertStaffMember(role)
  expect((await staff.call("GET", `/admin/users/${user.id}`)).status).toBe(200)
  return staff
}

/** Inserts lines of a member, as the trigger does. */
async function insertLines(userId: string, count: number, readAt = Date.now()): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
    INSERT INTO audit_log (at, actor_id, action, target_kind, target_id, details)
    SELECT ?3 + i, 'staff', 'member.read', 'member', ?1, '{"role":"support"}' FROM n`,
  )
    .bind(userId, count, readAt)
    .run()
}

describe("a read of a member's records", () => {
  test.each(Object.entries(reads))("%s is a line that the member reads, in words", async (action, read) => {
    const owner = await insertOwner(action.startsWith("profile") ? "submitted" : "published")
    await read(owner)
    const { record, reason } = personalReads[action as keyof typeof personalReads]
    const recorded = await db
      .select()
      .from(lines)
      .where(and(eq(lines.userId, owner.user.id), eq(lines.action, action)))
    expect(recorded).toHaveLength(1)
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.seq, recorded[0]?.seq ?? 0))
    expect(entry).toMatchObject({ action, at: recorded[0]?.readAt })
    const line = (await linesOf(owner)).find((one) => one.record === record && one.reason === reason)
    expect(line).toMatchObject({ at: entry?.at, role: expect.any(String) })
    const text = await (await owner.open(page)).text()
    expect(text).not.toContain(entry?.actorId ?? "nobody")
    expect(text).not.toContain("The reader's own words")
    for (const { code } of locales) {
      const t = translator(code, "data-access")
      const html =
        code === "fr" ? await (await ask(`${fr}${page}`, { headers: { Cookie: owner.cookie } })).text() : text
      expect(textOf(html)).toContain(t(`records.${record}`))
      expect(textOf(html)).toContain(`${t(`roles.${line?.role ?? "owner"}`)}, ${t(`reasons.${reason}`)}`)
    }
  })

  test("has a class for each list, record and export of the kit that is about people", () => {
    const unknown = resources
      .filter(({ read }) => isSensitive(read))
      .flatMap(({ name, isNotExported }) => [
        `${name}.list`,
        `${name}.read`,
        ...(isNotExported ? [] : [`${name}.export`]),
      ])
      .filter((action) => !isPersonalRead(action) && !(action in otherReads))
    expect(unknown).toEqual([])
    const exported = resources.filter(({ name }) => isPersonalRead(`${name}.export`))
    expect(exported.filter(({ member }) => !member).map(({ name }) => name)).toEqual([])
  })

  test("uses each kind and each reason", () => {
    const classes = Object.values(personalReads)
    expect(new Set(classes.map(({ record }) => record))).toEqual(new Set(recordKinds))
    expect(new Set(classes.map(({ reason }) => reason))).toEqual(new Set(readReasons))
  })

  test("is attributed in the entry's own statement: without the line there is no entry, and nothing is read", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("verifier")]
    await env.DB.prepare(
      "CREATE TRIGGER broken BEFORE INSERT ON personal_reads BEGIN SELECT RAISE(ABORT, 'broken'); END",
    ).run()
    try {
      expect((await staff.call("GET", `/admin/users/${owner.user.id}`)).status).toBe(500)
    } finally {
      await env.DB.prepare("DROP TRIGGER broken").run()
    }
    expect(takeLog("request.failed")).toHaveLength(1)
    expect(await db.select().from(auditLog).where(eq(auditLog.actorId, staff.user.id))).toEqual([])
    expect(await linesOf(owner)).toEqual([])
  })

  test("by somebody with several roles shows the one that permits it", async () => {
    const owner = await insertOwner()
    const staff = await insertStaffMember("moderator")
    await insertGrant({ userId: staff.user.id, role: "finance" })
    await staff.call("GET", `/admin/users/${owner.user.id}/billing`)
    await staff.call("GET", `/admin/profiles/${owner.profile.id}/media`)
    expect((await linesOf(owner)).map(({ record, role }) => [record, role])).toEqual([
      ["media", "moderator"],
      ["payments", "finance"],
    ])
  })

  test("of nothing, and acts, leave no line", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    expect((await staff.call("GET", "/admin/users/nobody")).status).toBe(404)
    expect((await staff.call("POST", `/admin/users/${owner.user.id}/warnings`, { reason: "A warning" })).status).toBe(
      204,
    )
    expect(await linesOf(owner)).toEqual([])
  })

  test("at the identity desk is one line for each member on the page, and none for a second look", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const verifier = await insertStaffMember("verifier")
    await verifier.call("POST", "/admin/identity-checks/access", { reason: "Today's" })
    for (const _ of [1, 2]) {
      const listed = await verifier.call("GET", `/admin/identity-checks?list=verified&q=${owner.user.id}`)
      expect((await listed.json<{ data: object[] }>()).data).toHaveLength(1)
    }
    expect(await linesOf(owner)).toMatchObject([{ record: "identity", role: "verifier" }])
    expect(await linesOf(other)).toEqual([])
  })
})

describe("the list", () => {
  test("is newest first, page by page, and each line once", async () => {
    const member = await insertMember()
    await insertLines(member.user.id, 65, 1_000)
    const found: number[] = []
    for (let cursor: string | null = ""; cursor !== null && found.length < 100; ) {
      const read: Page = await pageOf(member, cursor && `?cursor=${encodeURIComponent(cursor)}`)
      expect(read.data.length).toBeLessThanOrEqual(30)
      found.push(...read.data.map(({ at }) => at))
      cursor = read.next_cursor
    }
    expect(found).toEqual(Array.from({ length: 65 }, (_, n) => 1_065 - n))
    const html = await (await member.open(page)).text()
    const next = /href="([^"]*cursor=[^"]*)"/.exec(html)?.[1] ?? ""
    expect((await (await member.open(next)).text()).match(/<time/g)).toHaveLength(30)
    expect((await member.call("GET", "/me/accesses?cursor=none!")).status).toBe(400)
    expect((await member.open(`${page}?cursor=none!`)).status).toBe(400)
  })

  test("reads the member's own lines alone, whatever the log holds of others", async () => {
    const [member, other] = [await insertMember(), await insertUser()]
    await insertLines(member.user.id, 5)
    const rows = async () => {
      const { db: own, use } = openDatabase(env.DB, null)
      const ctx = createCtx({ ...env } as unknown as Env, own, () => {})
      const actor = { kind: "member", user: { id: member.user.id } } as never
      const { data } = await listDataAccesses({ ...ctx, actor }, null)
      expect(data).toHaveLength(5)
      return use
    }
    const before = await rows()
    await insertLines(other.id, 10_000)
    const after = await rows()
    expect(after.roundTrips).toBe(1)
    expect(after.rowsRead).toBe(before.rowsRead)
    expect(after.rowsRead).toBeLessThanOrEqual(15)
  })

  test("is a visitor's never, and one member's only", async () => {
    const [member, other] = [await insertMember(), await insertMember()]
    await look(member)
    expect(await linesOf(other)).toEqual([])
    expect((await ask(page)).status).toBe(302)
    expect((await ask("/api/me/accesses")).status).toBe(401)
    expect(textOf(await (await other.open(page)).text())).toContain("No entries")
  })

  test("is open to a suspended member, and closed to staff who see the site as a member", async () => {
    const member = await insertMember()
    await look(member)
    const moderator = await insertStaffMember("moderator")
    const body = { reason: "A reason", hours: 24 }
    expect((await moderator.call("POST", `/admin/users/${member.user.id}/suspension`, body)).status).toBe(204)
    expect((await member.open(page)).status).toBe(200)
    expect(await linesOf(member)).toHaveLength(1)
    const { staff } = await insertImpersonated()
    expect((await staff.see(page)).status).not.toBe(200)
    expect((await staff.fetchApi("GET", "/me/accesses")).status).toBe(403)
  })

  test("is linked from the sessions, where sign-ins as the member used to be, and from privacy", async () => {
    const member = await insertMember()
    for (const section of ["sessions", "privacy"])
      expect(await (await member.open(`/profile/settings/${section}`)).text()).toContain(`href="${page}"`)
  })
})

describe("what is held back", () => {
  /** Reports about an owner, by what names them. */
  const about: [string, (owner: Awaited<ReturnType<typeof insertOwner>>) => Promise<object>][] = [
    ["their picture", async ({ photo }) => ({ mediaId: photo.id })],
    [
      "the address of their profile",
      async ({ profile }) => ({ about: `https://salon.example/escorts/${profile.slug}?x=1` }),
    ],
  ]

  test.each(about)("is every read since an open P1 report that names %s, until it is decided", async (_, names) => {
    const owner = await insertOwner()
    await look(owner)
    const report = await insertReport({ priority: "P1", createdAt: Date.now() + 1, ...(await names(owner)) })
    const before = await linesOf(owner)
    expect(before).toHaveLength(1)
    const html = await (await owner.open(page)).text()
    await insertLines(owner.user.id, 3, Date.now() + 10)
    expect(await linesOf(owner)).toEqual(before)
    expect((await (await owner.open(page)).text()).match(/<time/g)).toEqual(html.match(/<time/g))
    await db.update(reports).set({ state: "no_action" }).where(eq(reports.id, report.id))
    expect(await linesOf(owner)).toHaveLength(4)
  })

  test.each([
    ["a P2 report", { priority: "P2" }],
    ["a report that is probably a bot's", { priority: "P0", isSuspect: true }],
    ["a decided report", { priority: "P0", state: "actioned" }],
    ["a report that nobody decided for 90 days", { priority: "P0", createdAt: Date.now() - 91 * DAY }],
  ] as const)("is nothing by %s", async (_, row) => {
    const owner = await insertOwner()
    await insertReport({ createdAt: 1, ...row, mediaId: owner.photo.id })
    await look(owner)
    expect(await linesOf(owner)).toHaveLength(1)
  })

  test("is nothing by a report about somebody whose address begins the same", async () => {
    const owner = await insertOwner()
    await insertReport({ priority: "P0", createdAt: 1, about: `/escorts/${owner.profile.slug}-and-more` })
    const { id } = await insertMedia({ profileId: (await insertOwner()).profile.id })
    await insertReport({ priority: "P0", createdAt: 1, mediaId: id })
    await look(owner)
    expect(await linesOf(owner)).toHaveLength(1)
  })

  test("is everything while messages that the member wrote are in an open P1 report, but not for its reporter", async () => {
    const [owner, reporter] = [await insertOwner(), await insertOwner()]
    await readMessages(owner, { priority: "P1", email: reporter.user.email, createdAt: Date.now() - 1 })
    await look(owner)
    await look(reporter)
    expect(await linesOf(owner)).toEqual([])
    expect(await linesOf(reporter)).toHaveLength(1)
  })

  test("are messages in somebody else's report, until it was acted on: one without consequence never shows", async () => {
    const owner = await insertOwner()
    const staff = await insertStaffMember("moderator")
    const decide = async (act: "dismiss" | "act") => {
      const { reference } = await readMessages(owner, { priority: "P3", email: "somebody@example.org" })
      expect(await linesOf(owner)).toEqual([])
      const closed = await staff.call("POST", `/admin/cases/${await caseOf(reference)}/${act}`, {
        reason: "We looked.",
      })
      expect(closed.status).toBe(204)
      return linesOf(owner)
    }
    expect(await decide("dismiss")).toEqual([])
    expect(await decide("act")).toMatchObject([{ record: "messages", reason: "report", role: "moderator" }])
  })

  test("for good is what a trust lead reads of somebody who asked for something in confidence", async () => {
    const [asking, content] = [await insertOwner(), await insertOwner()]
    await asking.submit("/profile/help", { answer: "yes", message: "Not by mail." })
    await content.submit("/profile/help", { answer: "no" })
    for (const owner of [asking, content]) {
      const lead = await look(owner, "trust_lead")
      await lead.call("POST", "/admin/identity-checks/access", { reason: "A case" })
      await lead.call("GET", `/admin/identity-checks?list=verified&q=${owner.user.id}`)
      await look(owner)
    }
    expect((await linesOf(asking)).map(({ role }) => role)).toEqual(["verifier"])
    expect((await linesOf(content)).map(({ role }) => role)).toEqual(["verifier", "trust_lead", "trust_lead"])
    await db.update(helpRequests).set({ state: "done" }).where(eq(helpRequests.userId, asking.user.id))
    await look(asking, "trust_lead")
    await db.delete(helpRequests).where(eq(helpRequests.userId, asking.user.id))
    expect((await linesOf(asking)).map(({ role }) => role)).toEqual(["verifier"])
  })

  test("reads at the desk of answers in confidence are no line of anybody", async () => {
    const owner = await insertOwner()
    await owner.submit("/profile/help", { answer: "yes" })
    const lead = await insertStaffMember("trust_lead")
    await lead.call("POST", "/admin/help-requests/access", { reason: "A round" })
    expect((await lead.call("GET", "/admin/help-requests")).status).toBe(200)
    expect(await linesOf(owner)).toEqual([])
  })
})

describe("the export of the account's data", () => {
  test("has the lines of the page, and none that is held back", async () => {
    const owner = await insertOwner()
    await look(owner)
    await readMessages(owner, { priority: "P3", email: "somebody@example.org" })
    await insertReport({ priority: "P0", createdAt: Date.now() + 5, mediaId: owner.photo.id })
    await insertLines(owner.user.id, 2, Date.now() + 10)
    expect((await owner.call("POST", "/me/exports")).status).toBe(202)
    for (let jobs = takeJobs(); jobs.length > 0; jobs = takeJobs()) await runJobs(jobs)
    const [{ id = "" } = {}] = (await (await owner.call("GET", "/me/exports")).json<{ data: { id: string }[] }>()).data
    const file = await owner.call("GET", `/me/exports/${id}/file`)
    const zip = unzipSync(new Uint8Array(await file.arrayBuffer()))
    const [line] = await linesOf(owner)
    expect(JSON.parse(strFromU8(zip["data/personal_reads.json"] ?? new Uint8Array()))).toEqual([
      {
        user_id: owner.user.id,
        read_at: new Date(line?.at ?? 0).toISOString(),
        role: "verifier",
        record: "account",
        reason: "account",
      },
    ])
  })
})
