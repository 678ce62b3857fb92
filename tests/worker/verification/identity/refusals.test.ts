import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { cases, decisions, identityChecks, mediaConsents, reports } from "~/db/schema"
import type { Decision } from "~/domain/decisions/kinds"
import { markRedacted } from "~/domain/verification/identity/queries.server"
import { receive } from "../../helpers/mail"
import { insertStaffMember } from "../../helpers/member"
import { withSimulator } from "../../helpers/payments"
import { DAY, db } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"
import { check, checkDepicted, checksOf, codeIn, depict, insertEnded, insertUnchecked } from "./checks"

withSimulator("refusals")

type Owner = Awaited<ReturnType<typeof insertUnchecked>>

const decisionsOf = (userId: string) => db.select().from(decisions).where(eq(decisions.userId, userId))
const casesOf = (userId: string) => db.select().from(cases).where(eq(cases.userId, userId))
const statementOf = async (owner: Owner) => {
  const [row] = await decisionsOf(owner.user.id)
  return (await owner.call("GET", `/decisions/${row?.reference}`)).json<Decision>()
}

describe("a refused identity check", () => {
  test("is stated in the same words whatever came of it, and they name neither an age nor a person", async () => {
    const [minor, other] = [await insertUnchecked(), await insertUnchecked()]
    await check(minor, "minor")
    await check(other, "adult")
    await db
      .update(identityChecks)
      .set({ nextCheckAt: Date.now() + DAY })
      .where(eq(identityChecks.userId, other.user.id))
    await check(other, "other_adult")
    for (const owner of [minor, other])
      expect(await decisionsOf(owner.user.id)).toMatchObject([
        { kind: "identity_refused", state: "active", isAutomatic: true, staffId: null, facts: null },
      ])
    const [one, two] = [await statementOf(minor), await statementOf(other)]
    const wordsOf = ({ effect, ground, facts, method }: Decision) => ({ effect, ground, facts, method })
    expect(wordsOf(one)).toEqual(wordsOf(two))
    expect(one.effect).toContain("This account cannot be used for a profile.")
    for (const owner of [minor, other]) {
      const { text } = await receive(owner.user.email)
      expect(text).toContain("This account cannot be used for a profile.")
      expect(text).not.toMatch(/\b(18|minor|adult|age|somebody else of|another person)\b/i)
    }
  })

  test("of a minor is read and contested from the closed account, which a trust lead opens again by it", async () => {
    const owner = await insertUnchecked()
    await check(owner, "minor")
    const [row] = await decisionsOf(owner.user.id)
    const address = `/decisions/${row?.reference}`
    expect(await codeIn(await owner.call("GET", "/me/favorites"))).toBe("account.refused")
    for (const path of [address, "/profile/decisions"]) expect((await owner.open(path)).status).toBe(200)
    expect((await owner.call("POST", `${address}/appeal`, { body: "The day was misread." })).status).toBe(204)
    const body = { outcome: "overturned", answer: "It was misread." }
    const decide = `/admin/appeals/${row?.reference}/decision`
    expect(await codeIn(await (await insertStaffMember("moderator")).call("POST", decide, body))).toBe(
      "identity.of_lead",
    )
    expect(await codeIn(await owner.call("GET", "/me/favorites"))).toBe("account.refused")
    expect((await (await insertStaffMember("trust_lead")).call("POST", decide, body)).status).toBe(204)
    expect((await owner.call("GET", "/me/favorites")).status).toBe(200)
    expect(await decisionsOf(owner.user.id)).toMatchObject([{ state: "overturned" }])
    expect((await checksOf(owner.user.id))[0]).toMatchObject({ status: "expired", personHash: null })
    // Staff end the case themselves: it asks for more than a check.
    expect(await casesOf(owner.user.id)).toMatchObject([{ state: "received" }])
  })

  test("ends as a decision when staff reopen it", async () => {
    const owner = await insertUnchecked()
    await check(owner, "minor")
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    const lead = await insertStaffMember("trust_lead")
    await lead.call("POST", `/admin/identity-checks/${id}/reopen`, { reason: "The document was misread" })
    expect(await decisionsOf(owner.user.id)).toMatchObject([{ state: "ended" }])
  })

  test("of a person depicted is a decision about what they had agreed to, and none about who asked them to", async () => {
    const owner = await insertOwner()
    const shown = await depict(owner, owner.photo.id)
    await db.update(mediaConsents).set({ state: "granted" }).where(eq(mediaConsents.personId, shown.person))
    await checkDepicted(shown, "minor")
    expect(await decisionsOf(owner.user.id)).toMatchObject([{ kind: "consent_withdrawn", subjectId: shown.person }])
    const { text } = await receive(owner.user.email)
    expect(text).not.toMatch(/\b(18|minor|age)\b/i)
  })
})

describe("a document that was refused as a minor's", () => {
  const minor = { status: "refused_age", over18: false, reason: "minor" } as const

  // Everybody shows the document of the simulator's adult.
  afterEach(() =>
    db
      .update(identityChecks)
      .set({ personHash: null })
      .then(() => undefined),
  )

  test("is refused again in another account, with the same sentence, and opens a P0 case about its member", async () => {
    await insertEnded(minor)
    const owner = await insertUnchecked()
    await check(owner, "adult")
    const [row] = await checksOf(owner.user.id)
    expect(row).toMatchObject({ status: "refused_age", reason: "minor" })
    const page = await (await owner.open("/profile/escort/identity")).text()
    expect(page).toContain("After its identity check, this account cannot be used.")
    expect(await decisionsOf(owner.user.id)).toMatchObject([{ kind: "identity_refused", isAutomatic: true }])
    expect(await casesOf(owner.user.id)).toMatchObject([{ subjectKind: "member", priority: "P0", category: "minor" }])
    const found = await db
      .select()
      .from(reports)
      .where(eq(reports.about, `identity check ${row?.id}`))
    expect(found).toMatchObject([{ details: expect.stringContaining("refused as under 18 before"), isOwn: true }])
    const verifier = await insertStaffMember("verifier")
    const reopened = await verifier.call("POST", `/admin/identity-checks/${row?.id}/reopen`, { reason: "He is 18 now" })
    expect(await codeIn(reopened)).toBe("identity.of_lead")
  })

  test("is refused also once that account is erased and the provider has deleted what it knew", async () => {
    const first = await insertEnded(minor)
    const [{ id, sessionRef } = { id: "", sessionRef: "" }] = await checksOf(first.user.id)
    await db.update(identityChecks).set({ redactionAt: 1 }).where(eq(identityChecks.id, id))
    await markRedacted(openDatabase(env.DB, "first-primary").db, sessionRef ?? "", Date.now())
    await db.update(identityChecks).set({ userId: null }).where(eq(identityChecks.id, id))
    const owner = await insertUnchecked()
    await check(owner, "adult")
    expect((await checksOf(owner.user.id))[0]).toMatchObject({ status: "refused_age" })
  })

  test("verifies nobody in a member's photos either", async () => {
    await insertEnded(minor)
    const owner = await insertOwner()
    const shown = await depict(owner, owner.photo.id)
    expect(await checkDepicted(shown, "adult")).toMatchObject({ status: "refused_age", reason: "minor" })
  })

  test.each([
    ["a mismatch", { status: "refused", reason: "other_person" }],
    ["a check that staff revoked", { status: "revoked", reason: "staff" }],
    ["a refusal that a trust lead reopened", { status: "expired", reason: "staff", personHash: null }],
  ] as const)("is not taken for one of %s, which keeps nobody out", async (_what, end) => {
    await insertEnded(end)
    const owner = await insertUnchecked()
    await check(owner, "adult")
    expect((await checksOf(owner.user.id))[0]).toMatchObject({ status: "verified" })
  })

  test("leaves no hash of anybody else when the provider deletes what it knew", async () => {
    const owner = await insertEnded({ redactionAt: 1 })
    const [{ sessionRef } = { sessionRef: "" }] = await checksOf(owner.user.id)
    await markRedacted(openDatabase(env.DB, "first-primary").db, sessionRef ?? "", Date.now())
    expect(await checksOf(owner.user.id)).toMatchObject([{ status: "redacted", personHash: null }])
  })
})
