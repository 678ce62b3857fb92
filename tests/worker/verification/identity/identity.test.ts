import { env } from "cloudflare:workers"
import { eq, getTableColumns } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { identityActions, identityChecks, identityModes, media, profiles, reports } from "~/db/schema"
import { forgetIdentity } from "~/domain/verification/identity/renewal.server"
import { createCtx } from "../../../../worker/context"
import { fetchWith, production } from "../../helpers/app"
import { connect } from "../../helpers/chat"
import { completeLaunch, launched } from "../../helpers/launch"
import { takeLog } from "../../helpers/log"
import { mailBindings, runCron, runJobs, takeJobs } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { control, sendEvent, stripe, withSimulator } from "../../helpers/payments"
import { dumpDatabase } from "../../helpers/person"
import { DAY, db, insertCheck, withoutDecisionRules } from "../../helpers/rows"
import { insertOwner, openPublic, stateOf, workshopOf } from "../../profiles/editing/people"
import {
  check,
  checkDepicted,
  checksOf,
  choose,
  codeIn,
  deliverCheck,
  depict,
  eventsOfCheck,
  identityOf,
  startCheck,
} from "./checks"

withSimulator("identity")

/** Inserts an owner whose profile lacks only their identity. */
async function insertUnverified(state: "approved" | "paused" | "published" = "approved") {
  const owner = await insertOwner(state)
  await db.delete(identityChecks).where(eq(identityChecks.userId, owner.user.id))
  await db.update(profiles).set({ verifiedAt: null }).where(eq(profiles.id, owner.profile.id))
  return owner
}

const ctxNow = () => ({
  ...createCtx({ ...env, ...mailBindings } as unknown as Env, openDatabase(env.DB, "first-primary").db, (work) =>
    waiting.push(work),
  ),
})
const waiting: Promise<unknown>[] = []

const reportsOf = async (userId: string) => {
  const ids = (await checksOf(userId)).map(({ id }) => `identity check ${id}`)
  return (await db.select().from(reports)).filter(({ about }) => ids.includes(about))
}

describe("an identity check", () => {
  test("stores no date of birth, number, picture, name or address in any column", () => {
    const names = [identityChecks, identityActions].flatMap((table) =>
      Object.values(getTableColumns(table)).map(({ name }) => name),
    )
    expect(names.filter((name) => /dob|birth|number|image|photo|picture|file|address|(^|_)name/.test(name))).toEqual([])
    expect(names).toContain("document_month")
  })

  test("of an adult verifies them, and their approved profile can be published", async () => {
    const owner = await insertUnverified()
    expect(await identityOf(owner)).toMatchObject({ status: "none", can_start: true, can_ask_staff: true })
    expect((await workshopOf(owner)).moves).not.toContain("publish")
    await check(owner, "adult")
    expect(await identityOf(owner)).toMatchObject({ status: "verified", method: "provider", can_start: false })
    const [row] = await checksOf(owner.user.id)
    expect(row).toMatchObject({ over18: true, liveness: true, livemode: false, attempts: 1 })
    expect(row?.documentMonth).toMatch(/^\d{4}-12$/)
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
    expect((await openPublic(owner.profile.slug)).status).toBe(200)
  })

  test("holds nothing of the document's words anywhere in its row", async () => {
    const owner = await insertUnverified()
    await check(owner, "adult")
    const [row] = await checksOf(owner.user.id)
    const year = new Date().getUTCFullYear() - 34
    // Ids, and times in ms, may have the year's four digits by chance.
    const texts = Object.entries(row ?? {}).filter(([name]) => !/(^id|Id|Ref|At|Hash)$/.test(name))
    expect(texts.length).toBeGreaterThan(10)
    expect(JSON.stringify(row)).not.toMatch(/Jenny|Rosen/i)
    expect(JSON.stringify(texts)).not.toContain(String(year))
  })

  test("is up to date when its subject comes back, before any event arrives", async () => {
    const owner = await insertUnverified()
    await choose(await startCheck(owner), "adult")
    expect((await owner.open("/profile/escort/identity")).status).toBe(200)
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
  })

  test("ends the same with its events repeated, reversed, or with the first or the last alone", async () => {
    for (const order of ["doubled", "reversed", "first", "last"]) {
      const owner = await insertUnverified()
      await choose(await startCheck(owner), "adult")
      const [row] = await checksOf(owner.user.id)
      const events = await eventsOfCheck(row?.sessionRef ?? "")
      const chosen = {
        doubled: [...events, ...events],
        reversed: events.toReversed(),
        first: events.slice(0, 1),
        last: events.slice(-1),
      }[order]
      for (const event of chosen ?? []) await sendEvent(event)
      await runJobs()
      for (const event of events) await sendEvent(event)
      await runJobs()
      expect([order, (await checksOf(owner.user.id)).map(({ status }) => status)]).toEqual([order, ["verified"]])
    }
  })

  test("that two requests start at once is one check", async () => {
    const owner = await insertUnverified()
    const urls = await Promise.all([startCheck(owner), startCheck(owner)])
    expect(new Set(urls).size).toBe(1)
    expect(await checksOf(owner.user.id)).toHaveLength(1)
    expect(await startCheck(owner)).toBe(urls[0])
  })

  test("may be attempted three times in 24 hours, and a document that failed is tried again", async () => {
    const owner = await insertUnverified()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await choose(await startCheck(owner), "unreadable")
      const [row] = await checksOf(owner.user.id)
      await deliverCheck(row?.sessionRef ?? "")
      expect(await identityOf(owner)).toMatchObject({ status: "needs_input", can_ask_staff: true })
    }
    const refused = await owner.call("POST", "/me/identity/check")
    expect([refused.status, await codeIn(refused)]).toEqual([429, "identity.too_many"])
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0)
  })

  test("that was cancelled at the provider can be started again", async () => {
    const owner = await insertUnverified()
    await check(owner, "canceled")
    expect(await identityOf(owner)).toMatchObject({ status: "none", can_start: true })
    await check(owner, "adult")
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
  })

  test("of a minor ends the application for good, quarantines the media and reports it first of all", async () => {
    const owner = await insertUnverified("paused")
    await check(owner, "minor")
    expect((await checksOf(owner.user.id))[0]).toMatchObject({ status: "refused_age", over18: false, reason: "minor" })
    expect(await stateOf(owner)).toBe("rejected")
    const states = await db.select({ state: media.state }).from(media).where(eq(media.profileId, owner.profile.id))
    expect(states.map(({ state }) => state)).toEqual(["quarantined"])
    expect(await reportsOf(owner.user.id)).toMatchObject([{ priority: "P0", category: "minor" }])
    for (const path of ["/me/identity/check", "/me/identity/staff-check"])
      expect(await codeIn(await owner.call("POST", path))).toBe("account.refused")
    const page = await (await owner.open("/profile/escort/identity")).text()
    expect(page).toContain("After its identity check, this account cannot be used.")
    expect(page).not.toMatch(/refused_age|under 18|minor/i)
  })

  test("is not begun again by an owner whose identity is verified", async () => {
    const owner = await insertUnverified("paused")
    await check(owner, "adult")
    for (const path of ["/me/identity/check", "/me/identity/staff-check"])
      expect(await codeIn(await owner.call("POST", path))).toBe("identity.not_needed")
  })

  test("of a minor closes their account but for contact, export, erasure and the end of the plan, until staff reopen it", async () => {
    const [owner, staff] = [await insertUnverified("paused"), await insertStaffMember("trust_lead")]
    await check(owner, "minor")
    for (const [method, path, body] of [
      ["GET", "/conversations"],
      ["GET", "/me/favorites"],
      ["GET", "/me/profile"],
      ["GET", "/me/identity"],
      ["POST", "/me/checkouts", { price: "x" }],
      ["GET", `/profiles/${owner.profile.slug}/private`],
    ] as const)
      expect([path, await codeIn(await owner.call(method, path, body))]).toEqual([path, "account.refused"])
    for (const [method, path, status, body] of [
      ["GET", "/auth/me", 200],
      ["GET", "/tickets", 200],
      ["POST", "/contact", 422, {}],
      ["POST", "/me/exports", 202],
      ["POST", "/me/erasure", 422, {}],
      ["POST", "/me/plan/cancel", 409],
    ] as const)
      expect([path, (await owner.call(method, path, body)).status]).toEqual([path, status])
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    expect(
      (await staff.call("POST", `/admin/identity-checks/${id}/reopen`, { reason: "The document was misread" })).status,
    ).toBe(200)
    expect((await owner.call("GET", "/me/favorites")).status).toBe(200)
  })

  test("of a minor closes their sockets and stops the renewal of their plan, and no socket is accepted", async () => {
    const owner = await insertUnverified("paused")
    const headers = { Authorization: `Bearer ${owner.session.token}` }
    const socket = await connect(`/app/${env.REALTIME_KEY}`, headers)
    await check(owner, "minor")
    expect(takeJobs()).toContainEqual({ kind: "renewal_stop", userId: owner.user.id })
    await socket.closing()
    expect(await (await connect(`/app/${env.REALTIME_KEY}`, headers)).closing()).toBe(4009)
  })

  test("of a minor closes their sockets when its event is repeated after a failure on the way", async () => {
    const owner = await insertUnverified("paused")
    const socket = await connect(`/app/${env.REALTIME_KEY}`, { Authorization: `Bearer ${owner.session.token}` })
    await choose(await startCheck(owner), "minor")
    const [{ id, sessionRef } = { id: "", sessionRef: "" }] = await checksOf(owner.user.id)
    await withoutDecisionRules(() =>
      db.update(identityChecks).set({ status: "refused_age" }).where(eq(identityChecks.id, id)),
    )
    await deliverCheck(sessionRef ?? "")
    await socket.closing()
  })

  test("never publishes a profile of somebody refused, whatever other check is verified", async () => {
    const owner = await insertUnverified("paused")
    await insertCheck({ userId: owner.user.id, status: "refused_age", over18: false })
    await insertCheck({ userId: owner.user.id })
    const publishing = db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    await expect(publishing).rejects.toMatchObject({ cause: { message: expect.stringContaining("not_publishable") } })
  })

  test("with a document of somebody else than before is refused with the same sentence", async () => {
    const owner = await insertUnverified()
    await check(owner, "adult")
    await db
      .update(identityChecks)
      .set({ nextCheckAt: Date.now() + DAY })
      .where(eq(identityChecks.userId, owner.user.id))
    await check(owner, "other_adult")
    expect(await identityOf(owner)).toMatchObject({ status: "refused" })
    expect((await checksOf(owner.user.id))[0]).toMatchObject({ status: "refused", reason: "other_person" })
    expect(await reportsOf(owner.user.id)).toMatchObject([{ priority: "P0", category: "impersonation" }])
  })

  test("is there for nobody without a profile, and never another member's", async () => {
    const [owner, other, member] = [await insertUnverified(), await insertUnverified(), await insertMember()]
    await check(owner, "adult")
    expect(await identityOf(other)).toMatchObject({ status: "none" })
    for (const [method, path] of [
      ["GET", "/me/identity"],
      ["POST", "/me/identity/check"],
      ["POST", "/me/identity/staff-check"],
      ["GET", "/me/agreement"],
    ] as const)
      expect((await member.call(method, path)).status).toBe(404)
    expect((await member.open("/profile/escort/identity")).status).toBe(404)
  })

  test("waits while the provider is down, and counts once it is back", async () => {
    const owner = await insertUnverified()
    await control("faults", { mode: "down" })
    const down = await owner.call("POST", "/me/identity/check")
    expect([down.status, await codeIn(down)]).toEqual([503, "identity.unavailable"])
    takeLog("request.failed")
    await control("faults", { mode: "none" })
    await choose(await startCheck(owner), "adult")
    const [row] = await checksOf(owner.user.id)
    for (const event of await eventsOfCheck(row?.sessionRef ?? "")) await sendEvent(event)
    const jobs = takeJobs()
    await control("faults", { mode: "down" })
    expect(await runJobs(jobs.slice(0, 1))).toEqual([false])
    takeLog("job.failed")
    await control("faults", { mode: "none" })
    await runJobs(jobs)
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
  })
})

describe("a check of the provider's test mode", () => {
  test("counts for nothing in production", async () => {
    const owner = await insertUnverified()
    await check(owner, "adult")
    await completeLaunch()
    const live = { ...mailBindings, ...launched }
    const headers = { Authorization: `Bearer ${owner.session.token}` }
    const response = await fetchWith(live, "/api/me/profile/publication", { method: "POST", headers })
    expect([response.status, await codeIn(response)]).toEqual([409, "workshop.not_publishable"])
    expect(await db.select().from(identityModes)).toEqual([])
    const publishing = db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    await expect(publishing).rejects.toMatchObject({ cause: { message: expect.stringContaining("not_publishable") } })
  })

  test("the Worker refuses to serve in production with the simulator's host or a test key, and logs which", async () => {
    const settings = { ...production, STRIPE_WEBHOOK_SECRET: "whsec_1" }
    for (const [name, changes] of [
      ["STRIPE_ORIGIN", { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_ORIGIN: "http://127.0.0.1:1" }],
      ["STRIPE_SECRET_KEY", { STRIPE_SECRET_KEY: "sk_test_1" }],
    ] as const) {
      expect((await fetchWith({ ...settings, ...changes }, "/")).status).toBe(500)
      expect(JSON.stringify(takeLog("config.invalid"))).toContain(name)
    }
  })
})

describe("the renewal of a check", () => {
  const due = (userId: string, at: number) =>
    db.update(identityChecks).set({ nextCheckAt: at }).where(eq(identityChecks.userId, userId))
  const newsOf = async ({ call }: { call: (method: string, path: string) => Promise<Response> }) => {
    const { data } = await (await call("GET", "/notifications")).json<{ data: { state: string }[] }>()
    return data.map(({ state }) => state).filter((state) => state.startsWith("identity_"))
  }

  test("is announced 30, 7 and 1 days before, pauses the profile at 0, and a new check publishes it again", async () => {
    const owner = await insertUnverified()
    await check(owner, "adult")
    await owner.call("POST", "/me/profile/publication")
    const { id } = owner.user
    for (const [days, state] of [
      [40, []],
      [29, ["identity_due_30"]],
      [6, ["identity_due_7"]],
      [0.5, ["identity_due_1"]],
    ] as const) {
      await due(id, Date.now() + days * DAY)
      for (let night = 0; night < 2; night += 1) await runCron("17 3 * * *")
      expect([days, await newsOf(owner)]).toEqual([days, state])
      expect(await stateOf(owner)).toBe("published")
    }
    expect(await identityOf(owner)).toMatchObject({ status: "verified", can_start: true })
    await due(id, Date.now() - 1)
    await runCron("17 3 * * *")
    takeJobs()
    expect([await stateOf(owner), await newsOf(owner)]).toEqual(["paused", ["identity_expired"]])
    expect(await identityOf(owner)).toMatchObject({ status: "expired" })
    expect(await codeIn(await owner.call("POST", "/me/profile/publication"))).toBe("workshop.not_publishable")
    await check(owner, "adult")
    expect(await stateOf(owner)).toBe("published")
  })

  test("leaves a profile paused that its owner had paused", async () => {
    const owner = await insertUnverified("paused")
    await check(owner, "adult")
    await due(owner.user.id, Date.now() - 1)
    await runCron("17 3 * * *")
    takeJobs()
    await check(owner, "adult")
    expect(await stateOf(owner)).toBe("paused")
  })
})

describe("the erasure of an account", () => {
  test("asks the provider to delete what it knows, until an event confirms it", async () => {
    const owner = await insertUnverified()
    const ref = await check(owner, "adult")
    const stored = async () =>
      (await db.select().from(identityChecks).where(eq(identityChecks.sessionRef, ref))).map(({ status }) => status)
    await control("faults", { mode: "down" })
    await forgetIdentity(ctxNow(), owner.user.id)
    await Promise.all(waiting)
    const jobs = takeJobs()
    expect(jobs).toEqual([{ kind: "identity_redaction", ref }])
    expect(await runJobs(jobs)).toEqual([false])
    takeLog("job.failed")
    await control("faults", { mode: "none" })
    await db
      .update(identityChecks)
      .set({ redactionAt: Date.now() - 2 * DAY })
      .where(eq(identityChecks.sessionRef, ref))
    await runCron("17 3 * * *")
    const again = takeJobs().filter(({ kind }) => kind === "identity_redaction")
    expect(again).toContainEqual({ kind: "identity_redaction", ref })
    await stripe.identity.verificationSessions.redact(ref)
    await deliverCheck(ref)
    expect(await stored()).toEqual(["redacted"])
    await db
      .update(identityChecks)
      .set({ redactionAt: Date.now() - 2 * DAY })
      .where(eq(identityChecks.sessionRef, ref))
    await runCron("17 3 * * *")
    expect(takeJobs().filter((job) => job.kind === "identity_redaction" && job.ref === ref)).toEqual([])
  })

  test("a redaction that nobody asked for leaves a verified check verified", async () => {
    const owner = await insertUnverified()
    const ref = await check(owner, "adult")
    await stripe.identity.verificationSessions.redact(ref)
    await deliverCheck(ref)
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
  })
})

describe("a check by staff", () => {
  const action = (staff: Awaited<ReturnType<typeof insertStaffMember>>, id: string, name: string, body: object) =>
    staff.call("POST", `/admin/identity-checks/${id}/${name}`, { reason: "Seen by video", ...body })
  const holder = { first_name: "Ada", last_name: "Lovelace", birth_date: "1990-12-10" }
  const adult = { is_adult: true, document_month: "2130-01", ...holder }

  test("needs two different members of staff, and records why", async () => {
    const [owner, first, second] = [
      await insertUnverified(),
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
    ]
    expect((await owner.call("POST", "/me/identity/staff-check")).status).toBe(200)
    expect(await identityOf(owner)).toMatchObject({ status: "pending", method: "staff", can_start: false })
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    await first.call("POST", "/admin/identity-checks/access", { reason: "Requests of today" })
    const list = await (await first.call("GET", "/admin/identity-checks")).json<{ data: { id: string }[] }>()
    expect(list.data.map((one) => one.id)).toContain(id)
    expect((await action(first, id, "confirm", adult)).status).toBe(200)
    expect(await codeIn(await action(first, id, "confirm", adult))).toBe("identity.second_person")
    expect(await identityOf(owner)).toMatchObject({ status: "processing" })
    const done = await action(second, id, "confirm", adult)
    expect(await done.json()).toMatchObject({ status: "verified", acts: [{ kind: "confirm" }, { kind: "confirm" }] })
    expect((await checksOf(owner.user.id))[0]).toMatchObject({ liveness: false, livemode: true, over18: true })
    expect(await codeIn(await action(second, id, "confirm", adult))).toBe("conflict.changed")
  })

  test("names the person of the document by a hash alone, the one that the provider's check of it has", async () => {
    const [owner, ...staff] = [
      await insertUnverified(),
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
    ]
    const ref = await check(owner, "adult")
    const [provided] = await db.select().from(identityChecks).where(eq(identityChecks.sessionRef, ref))
    await db.update(identityChecks).set({ nextCheckAt: Date.now() }).where(eq(identityChecks.sessionRef, ref))
    await owner.call("POST", "/me/identity/staff-check")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    const birth_date = `${new Date().getUTCFullYear() - 34}-01-01`
    const seen = [
      { ...adult, first_name: "JÉNNY", last_name: " Rosén ", birth_date },
      { ...adult, first_name: "Jenny", last_name: "Rosen", birth_date },
    ]
    for (const [n, colleague] of staff.entries())
      expect((await action(colleague, id, "confirm", seen[n] ?? {})).status).toBe(200)
    const [row] = await checksOf(owner.user.id)
    expect(row).toMatchObject({ provider: "staff", status: "verified", personHash: provided?.personHash })
    const stored = JSON.stringify(await dumpDatabase())
    for (const word of ["JÉNNY", "Rosén", birth_date]) expect(stored).not.toContain(word)
  })

  test("is confirmed by the second for the person whom the first one saw, who alone may correct what they typed", async () => {
    const [owner, first, second] = [
      await insertUnverified(),
      await insertStaffMember("trust_lead"),
      await insertStaffMember("trust_lead"),
    ]
    await owner.call("POST", "/me/identity/staff-check")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    const mistyped = { ...adult, birth_date: "1990-10-12" }
    expect((await action(first, id, "confirm", mistyped)).status).toBe(200)
    expect(await codeIn(await action(second, id, "confirm", adult))).toBe("identity.differs")
    expect(await identityOf(owner)).toMatchObject({ status: "processing" })
    expect(await (await action(first, id, "confirm", adult)).json()).toMatchObject({ is_confirmed_once: true })
    expect((await action(second, id, "confirm", adult)).status).toBe(200)
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
  })

  test("takes no day that is in no calendar, nor one that makes somebody a minor", async () => {
    const [owner, staff] = [await insertUnverified(), await insertStaffMember("trust_lead")]
    await owner.call("POST", "/me/identity/staff-check")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    const young = `${new Date().getUTCFullYear() - 17}-01-01`
    for (const birth_date of ["1990-02-30", "1990-2-3", "", young]) {
      const refused = await action(staff, id, "confirm", { ...adult, birth_date })
      expect([birth_date, refused.status]).toEqual([birth_date, 422])
    }
    expect((await action(staff, id, "confirm", { ...adult, last_name: "  " })).status).toBe(422)
    expect(await identityOf(owner)).toMatchObject({ status: "pending" })
  })

  test("is refused with the document of a person in the member's photos, and by that person's later check", async () => {
    const colleagues = [await insertStaffMember("trust_lead"), await insertStaffMember("trust_lead")]
    const confirmByStaff = async (owner: Awaited<ReturnType<typeof insertUnverified>>) => {
      await owner.call("POST", "/me/identity/staff-check")
      const [{ id } = { id: "" }] = await checksOf(owner.user.id)
      const birth_date = `${new Date().getUTCFullYear() - 34}-01-01`
      const seen = { ...adult, first_name: "Jenny", last_name: "Rosen", birth_date }
      for (const colleague of colleagues) await action(colleague, id, "confirm", seen)
      return (await checksOf(owner.user.id))[0]
    }
    const later = await insertUnverified()
    const shown = await depict(later, later.photo.id)
    expect((await checkDepicted(shown, "adult")).status).toBe("verified")
    const refused = await confirmByStaff(later)
    expect(refused).toMatchObject({ status: "refused", reason: "other_person" })
    expect(await stateOf(later)).toBe("rejected")
    const earlier = await insertUnverified()
    expect(await confirmByStaff(earlier)).toMatchObject({ status: "verified" })
    const other = await depict(earlier, earlier.photo.id)
    expect((await checkDepicted(other, "adult")).status).toBe("refused")
  })

  test("is not there for members, and nobody acts on their own", async () => {
    const [owner, staff] = [await insertUnverified(), await insertStaffMember("trust_lead")]
    await owner.call("POST", "/me/identity/staff-check")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    for (const name of ["confirm", "refuse", "revoke", "reopen"])
      expect((await action(owner, id, name, adult)).status).toBe(404)
    await db.update(identityChecks).set({ userId: staff.user.id }).where(eq(identityChecks.id, id))
    expect((await action(staff, id, "confirm", adult)).status).toBe(404)
  })

  test("revokes a verified one, which pauses the profile, and a new check publishes it again", async () => {
    const [owner, staff] = [await insertUnverified(), await insertStaffMember("trust_lead")]
    await check(owner, "adult")
    await owner.call("POST", "/me/profile/publication")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    expect((await action(staff, id, "revoke", {})).status).toBe(200)
    expect([await stateOf(owner), (await openPublic(owner.profile.slug)).status]).toEqual(["paused", 404])
    expect(await codeIn(await action(staff, id, "revoke", {}))).toBe("conflict.changed")
    await check(owner, "adult")
    expect(await stateOf(owner)).toBe("published")
  })

  test("reopens a refused one: its subject may be checked again, and their media stay quarantined", async () => {
    const [owner, staff] = [await insertUnverified(), await insertStaffMember("trust_lead")]
    await check(owner, "minor")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    expect((await action(staff, id, "reopen", {})).status).toBe(200)
    expect(await stateOf(owner)).toBe("withdrawn")
    await check(owner, "adult")
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
    const states = await db.select({ state: media.state }).from(media).where(eq(media.profileId, owner.profile.id))
    expect(states.map(({ state }) => state)).toEqual(["quarantined"])
  })

  test.each([
    ["refused_age", "verifier", false],
    ["refused_age", "trust_lead", true],
    ["refused", "verifier", true],
  ] as const)("%s is reopened by a %s: %s", async (status, role, may) => {
    const [owner, staff] = [await insertUnverified(), await insertStaffMember(role)]
    await check(owner, "minor")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    await db.update(identityChecks).set({ status }).where(eq(identityChecks.id, id))
    const response = await action(staff, id, "reopen", {})
    if (may) expect(response.status).toBe(200)
    else expect([response.status, await codeIn(response)]).toEqual([403, "identity.of_lead"])
  })

  test("the record of an act cannot be changed", async () => {
    const [owner, staff] = [await insertUnverified(), await insertStaffMember("trust_lead")]
    await owner.call("POST", "/me/identity/staff-check")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    expect((await action(staff, id, "refuse", { outcome: "refused" })).status).toBe(200)
    const changing = db.update(identityActions).set({ reason: "Another" }).where(eq(identityActions.checkId, id))
    await expect(changing).rejects.toMatchObject({ cause: { message: expect.stringContaining("append_only") } })
  })
})
