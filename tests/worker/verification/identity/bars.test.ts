import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { afterEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { cases, decisions, identityChecks, reports } from "~/db/schema"
import { nameOf, personalTables } from "~/domain/privacy/registry"
import { findMismatch } from "~/domain/verification/identity/document-queries.server"
import { hashPerson } from "~/domain/verification/identity/person-hash.server"
import { refusedLifetime } from "~/domain/verification/identity/policy"
import { sweepChecks } from "~/domain/verification/identity/renewal.server"
import { createCtx } from "../../../../worker/context"
import { runCron, runJobs, takeJobs } from "../../helpers/mail"
import { insertStaffMember } from "../../helpers/member"
import { withSimulator } from "../../helpers/payments"
import { DAY, db, insertCheck } from "../../helpers/rows"
import { stateOf } from "../../profiles/editing/people"
import {
  check,
  checksOf,
  choose,
  codeIn,
  deliverCheck,
  identityOf,
  insertEnded,
  insertUnchecked,
  startCheck,
} from "./checks"

withSimulator("bars")

const minor = { status: "refused_age", over18: false, reason: "minor" } as const
type Owner = Awaited<ReturnType<typeof insertUnchecked>>

const openedDb = () => openDatabase(env.DB, "first-primary").db
const latestOf = async ({ user }: Owner) => {
  const [row] = await checksOf(user.id)
  if (!row) throw new Error("No check")
  return row
}
const reopen = async (owner: Owner) => {
  const lead = await insertStaffMember("trust_lead")
  const { id } = await latestOf(owner)
  const { status } = await lead.call("POST", `/admin/identity-checks/${id}/reopen`, { reason: "She is 18 now" })
  expect(status).toBe(200)
}
const overturn = async (owner: Owner) => {
  const [{ reference } = { reference: "" }] = await db
    .select()
    .from(decisions)
    .where(eq(decisions.userId, owner.user.id))
  await owner.call("POST", `/decisions/${reference}/appeal`, { body: "I am 18 now." })
  const lead = await insertStaffMember("trust_lead")
  const body = { outcome: "overturned", answer: "She is 18 now." }
  expect((await lead.call("POST", `/admin/appeals/${reference}/decision`, body)).status).toBe(204)
}

const atDesk = async (owner: Owner, act: "confirm" | "refuse", body: object) => {
  const staff = await insertStaffMember("trust_lead")
  const path = `/admin/identity-checks/${(await latestOf(owner)).id}/${act}`
  expect((await staff.call("POST", path, { reason: "Seen by video", ...body })).status).toBe(200)
}
const holderOf = (first_name: string) => {
  const birth_date = `${new Date().getUTCFullYear() - 34}-01-01`
  return { is_adult: true, document_month: null, first_name, last_name: "Rosen", birth_date }
}
/** Has two members of staff confirm a check that the owner asks for. */
const confirmByStaff = async (owner: Owner, firstName: string) => {
  expect((await owner.call("POST", "/me/identity/staff-check")).status).toBe(200)
  for (let n = 0; n < 2; n += 1) await atDesk(owner, "confirm", holderOf(firstName))
}

// Everybody shows the document of the simulator's adult.
afterEach(async () => {
  await db.update(identityChecks).set({ personHash: null })
})

describe("the bar of a minor's document", () => {
  test.each([
    ["staff reopen it", reopen],
    ["an appeal overturns it", overturn],
  ])("is lifted for its holder in every account once %s in one of them", async (_how, undo) => {
    const [first, second] = [await insertEnded(minor), await insertUnchecked()]
    await check(second, "adult")
    expect(await latestOf(second)).toMatchObject({ status: "refused_age", over18: true })
    await undo(second)
    await check(second, "adult")
    expect(await identityOf(second)).toMatchObject({ status: "verified" })
    const third = await insertUnchecked()
    await check(third, "adult")
    expect(await identityOf(third)).toMatchObject({ status: "verified" })
    expect(await latestOf(first)).toMatchObject({ status: "refused_age", personHash: null })
    expect(await codeIn(await first.call("GET", "/me/favorites"))).toBe("account.refused")
  })

  test("is lifted also where an earlier form of the hash was stored", async () => {
    const name = { firstName: "Jénny", lastName: "Rosen" }
    const ctx = createCtx(env as unknown as Env, openedDb(), () => undefined)
    const birthDate = { year: new Date().getUTCFullYear() - 34, month: 1, day: 1 }
    // The first form of the hash folded neither accents nor punctuation.
    const [folded, earlier] = await hashPerson(ctx, { ...name, birthDate })
    expect(folded).not.toBe(earlier)
    const [first, second] = [await insertUnchecked(), await insertUnchecked()]
    await insertCheck({ ...minor, userId: first.user.id, personHash: earlier })
    await confirmByStaff(second, "Jénny")
    expect(await latestOf(second)).toMatchObject({ status: "refused_age", personHash: folded })
    await reopen(second)
    await confirmByStaff(second, "Jénny")
    expect(await identityOf(second)).toMatchObject({ status: "verified" })
  })

  test("is not lifted by staff who reopen a check of somebody else, or a refusal that is no minor's", async () => {
    await insertEnded(minor)
    const other = await insertUnchecked()
    await check(other, "minor")
    await reopen(other)
    const mismatch = await insertUnchecked()
    await check(mismatch, "adult")
    expect(await latestOf(mismatch)).toMatchObject({ status: "refused_age" })
    await db
      .update(identityChecks)
      .set({ status: "refused", reason: "other_person" })
      .where(eq(identityChecks.userId, mismatch.user.id))
    await reopen(mismatch)
    const third = await insertUnchecked()
    await check(third, "adult")
    expect(await latestOf(third)).toMatchObject({ status: "refused_age" })
  })

  test("holds for two years to the millisecond, also before the sweep and after a redaction", async () => {
    const first = await insertEnded({ ...minor, status: "redacted", checkedAt: 1_000, updatedAt: Date.now() })
    const { personHash } = await latestOf(first)
    const second = await insertUnchecked()
    const isBarredAt = async (now: number) =>
      (await findMismatch(openedDb(), { userId: second.user.id }, { hashes: [personHash ?? ""], now })).isBarred
    const end = 1_000 + refusedLifetime
    expect([await isBarredAt(end - 1), await isBarredAt(end)]).toEqual([true, false])
    await check(second, "adult")
    expect(await identityOf(second)).toMatchObject({ status: "verified" })
    expect(await latestOf(first)).toMatchObject({ personHash })
  })

  test("does not last longer because its document was shown again", async () => {
    const first = await insertEnded(minor)
    const second = await insertUnchecked()
    await check(second, "adult")
    await db
      .update(identityChecks)
      .set({ checkedAt: Date.now() - refusedLifetime })
      .where(eq(identityChecks.userId, first.user.id))
    const third = await insertUnchecked()
    await check(third, "adult")
    expect(await identityOf(third)).toMatchObject({ status: "verified" })
  })

  test("is forgotten by the nightly cron after two years, of erased accounts too, and not a day before", async () => {
    const at = Date.now()
    const old = { ...minor, personHash: "a-hash", checkedAt: at - refusedLifetime, updatedAt: at }
    const rows = [
      await insertCheck({ ...old, userId: (await insertUnchecked()).user.id }),
      await insertCheck({ ...old, userId: null, status: "redacted" }),
      await insertCheck({ ...old, userId: null, checkedAt: null, updatedAt: at - refusedLifetime + 1 }),
      await insertCheck({
        ...old,
        status: "refused",
        reason: "other_person",
        userId: (await insertUnchecked()).user.id,
      }),
      await insertCheck({ ...old, userId: null, checkedAt: at - refusedLifetime + DAY }),
    ]
    const left = async () => {
      const found = await db.select().from(identityChecks)
      return rows.map(({ id }) => found.find((row) => row.id === id)?.personHash)
    }
    await sweepChecks({ db: openedDb(), now: () => at })
    expect(await left()).toEqual([null, null, "a-hash", null, "a-hash"])
    await runCron("17 3 * * *")
    takeJobs()
    expect((await left())[4]).toBe("a-hash")
    for (const { id } of rows) await db.delete(identityChecks).where(eq(identityChecks.id, id))
  })

  test("stays when the provider has deleted what it knew before the account is erased", async () => {
    const first = await insertEnded({ ...minor, status: "redacted" })
    const { id, personHash } = await latestOf(first)
    const entry = personalTables.find((one) => nameOf(one) === "identity_checks")
    if (typeof entry?.erase !== "object") throw new Error("The checks are not retained")
    await db.update(identityChecks).set(entry.erase.set).where(eq(identityChecks.id, id))
    const [row] = await db.select().from(identityChecks).where(eq(identityChecks.id, id))
    expect(row).toMatchObject({ userId: null, personHash })
  })
})

describe("a provider's “under 18” that arrives late", () => {
  /** Ends a check at the provider, whose events are on their way. */
  const endOnTheWay = async (owner: Owner, outcome: string) => {
    await choose(await startCheck(owner), outcome)
    return (await latestOf(owner)).sessionRef ?? ""
  }

  test("refuses the account also once its owner has asked staff for the check instead, which ends", async () => {
    const owner = await insertUnchecked()
    const ref = await endOnTheWay(owner, "minor")
    expect((await owner.call("POST", "/me/identity/staff-check")).status).toBe(200)
    await deliverCheck(ref)
    expect((await checksOf(owner.user.id)).map(({ status }) => status)).toEqual(["none", "refused_age"])
    expect(await codeIn(await owner.call("GET", "/me/favorites"))).toBe("account.refused")
    expect(await stateOf(owner)).toBe("rejected")
  })

  test("is no reason to verify an adult by a check that they had left", async () => {
    const owner = await insertUnchecked()
    const ref = await endOnTheWay(owner, "adult")
    await owner.call("POST", "/me/identity/staff-check")
    await deliverCheck(ref)
    expect((await checksOf(owner.user.id)).map(({ status }) => status)).toEqual(["pending", "none"])
  })

  test("refuses nobody again once a trust lead has reopened it", async () => {
    const owner = await insertUnchecked()
    const ref = await endOnTheWay(owner, "minor")
    await deliverCheck(ref)
    await reopen(owner)
    await deliverCheck(ref)
    expect(await latestOf(owner)).toMatchObject({ status: "expired" })
  })

  test("keeps its document out also when the account was erased meanwhile", async () => {
    const owner = await insertUnchecked()
    const ref = await endOnTheWay(owner, "minor")
    await db.update(identityChecks).set({ userId: null }).where(eq(identityChecks.sessionRef, ref))
    await deliverCheck(ref)
    const [row] = await db.select().from(identityChecks).where(eq(identityChecks.sessionRef, ref))
    expect(row).toMatchObject({ ...minor, personHash: expect.any(String) })
  })

  test("bars no account of its holder after one is reopened, whichever was refused first", async () => {
    const owners = [await insertUnchecked(), await insertUnchecked()]
    for (const owner of owners) await check(owner, "minor")
    const [{ personHash }, { personHash: same }] = [
      await latestOf(owners[0] as Owner),
      await latestOf(owners[1] as Owner),
    ]
    expect(personHash).toBe(same)
    await reopen(owners[0] as Owner)
    expect(await latestOf(owners[1] as Owner)).toMatchObject({ status: "refused_age", personHash: null })
  })
})

describe("a refusal", () => {
  test("ends an earlier check that was verified, which no notice announces, and reopening does not revive", async () => {
    const owner = await insertUnchecked()
    await check(owner, "adult")
    const due = { nextCheckAt: Date.now() + 6 * DAY }
    await db.update(identityChecks).set(due).where(eq(identityChecks.userId, owner.user.id))
    await check(owner, "other_adult")
    expect((await checksOf(owner.user.id)).map(({ status }) => status)).toEqual(["refused", "expired"])
    await runCron("17 3 * * *")
    takeJobs()
    const { data } = await (await owner.call("GET", "/notifications")).json<{ data: { state: string }[] }>()
    expect(data.map(({ state }) => state).filter((state) => state.startsWith("identity_"))).toEqual([])
    await reopen(owner)
    expect(await identityOf(owner)).toMatchObject({ status: "expired", can_start: true })
  })

  test.each([
    ["staff reopen it", reopen],
    ["an appeal overturns it", overturn],
  ])("of another person than before counts for nothing once %s: the new name is verified", async (_how, undo) => {
    const owner = await insertUnchecked()
    const due = { nextCheckAt: Date.now() + DAY }
    await insertCheck({ userId: owner.user.id, personHash: "of-an-earlier-name", ...due })
    await check(owner, "other_adult")
    expect(await identityOf(owner)).toMatchObject({ status: "refused" })
    await undo(owner)
    await check(owner, "other_adult")
    expect(await identityOf(owner)).toMatchObject({ status: "verified" })
    await db.update(identityChecks).set(due).where(eq(identityChecks.userId, owner.user.id))
    await check(owner, "adult")
    expect(await identityOf(owner)).toMatchObject({ status: "refused" })
  })

  test("by staff of a document that somebody is verified with opens a P0 case about them, and refuses them nothing", async () => {
    const verified = await insertUnchecked()
    await check(verified, "adult")
    const owner = await insertUnchecked()
    await owner.call("POST", "/me/identity/staff-check")
    await atDesk(owner, "confirm", holderOf("Jenny"))
    await atDesk(owner, "refuse", { outcome: "refused_age" })
    expect(await identityOf(verified)).toMatchObject({ status: "verified" })
    expect(await db.select().from(cases).where(eq(cases.userId, verified.user.id))).toMatchObject([
      { priority: "P0", category: "minor" },
    ])
    const found = await db
      .select()
      .from(reports)
      .where(eq(reports.about, `identity check ${(await latestOf(verified)).id}`))
    expect(found).toMatchObject([{ isOwn: true, details: expect.stringContaining("since refused") }])
  })

  test("has the same values in an export, whatever came of it, also after it is reopened", async () => {
    const exported = async (owner: Owner) => {
      const bearer = await owner.call("POST", "/me/exports")
      const { id } = await bearer.json<{ id: string }>()
      await runJobs()
      const file = await owner.call("GET", `/me/exports/${id}/file`)
      const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
      const texts = Object.entries(files).flatMap(([name, data]) =>
        name === "data/identity_checks.json" ? [strFromU8(data)] : [],
      )
      expect(texts).toHaveLength(1)
      const [row] = (JSON.parse(texts[0] ?? "") as Record<string, unknown>[]).filter(
        ({ id: one }) => one === latest.get(owner),
      )
      const { id: _id, user_id: _user, created_at: _created, updated_at: _updated, checked_at, ...rest } = row ?? {}
      return { ...rest, isDated: typeof checked_at === "string" }
    }
    const latest = new Map<Owner, string>()
    const [young, other] = [await insertUnchecked(), await insertUnchecked()]
    await check(young, "minor")
    await check(other, "adult")
    const due = { nextCheckAt: Date.now() + DAY }
    await db.update(identityChecks).set(due).where(eq(identityChecks.userId, other.user.id))
    await check(other, "other_adult")
    for (const owner of [young, other]) latest.set(owner, (await latestOf(owner)).id)
    const refused = await exported(young)
    expect(refused).toMatchObject({ status: "refused", over_18: null, document_month: null })
    expect(await exported(other)).toEqual(refused)
    for (const owner of [young, other]) await reopen(owner)
    await db.run("UPDATE data_requests SET state = 'cancelled'")
    expect(await exported(other)).toEqual(await exported(young))
  })
})
