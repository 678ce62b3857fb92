import { and, eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { identityChecks, media, mediaConsents, profiles, reports } from "~/db/schema"
import { ask, call } from "../../helpers/mail"
import { insertStaffMember } from "../../helpers/member"
import { withSimulator } from "../../helpers/payments"
import { db, declareAlone, insertCheck, insertMedia, insertPage } from "../../helpers/rows"
import { insertOwner, stateOf } from "../../profiles/editing/people"
import { check, checkDepicted, checksOf, codeIn, depict, startCheck } from "../identity/checks"

withSimulator("one-document")

beforeAll(async () => {
  await insertPage({ slug: "agreement/depicted" }, { title: "Your consent", body: "You agree for yourself alone." })
})

type Owner = Awaited<ReturnType<typeof insertOwner>>

/** Inserts an owner whose own identity nobody has checked. */
async function insertUnverified(state: "approved" | "published" = "approved") {
  const owner = await insertOwner(state)
  await db.delete(identityChecks).where(eq(identityChecks.userId, owner.user.id))
  return owner
}

const sign = (token: string, photo: string) =>
  call(`/consents/${token}/signature`, {
    version: 1,
    accepts: true,
    answers: { [photo]: { publish: true, download: false } },
  })
const consentsOf = (person: string) => db.select().from(mediaConsents).where(eq(mediaConsents.personId, person))
const stateOfMediaItem = async (id: string) => (await db.select().from(media).where(eq(media.id, id)))[0]?.state
const isAgreed = async (owner: Owner, photo: string) => {
  const { media } = await (await owner.call("GET", "/me/profile/people")).json<{
    media: { id: string; is_agreed: boolean }[]
  }>()
  return media.find(({ id }) => id === photo)?.is_agreed === true
}
const reportsOn = async (checkId: string) =>
  db
    .select()
    .from(reports)
    .where(eq(reports.about, `identity check ${checkId}`))

describe("one document", () => {
  test("verifies no owner after it verified somebody in their photos: what was signed with it ends, and all is hidden at once", async () => {
    const owner = await insertUnverified()
    const shown = await depict(owner, owner.photo.id)
    expect((await checkDepicted(shown, "adult")).status).toBe("verified")
    expect((await sign(shown.token, owner.photo.id)).status).toBe(200)
    expect(await isAgreed(owner, owner.photo.id)).toBe(true)
    await check(owner, "adult")
    const [own] = await checksOf(owner.user.id)
    expect(own).toMatchObject({ status: "refused", reason: "other_person" })
    expect(await consentsOf(shown.person)).toMatchObject([{ state: "withdrawn", mayDownload: false }])
    const [theirs] = await db.select().from(identityChecks).where(eq(identityChecks.personId, shown.person))
    expect(theirs).toMatchObject({ status: "revoked", reason: "other_person", personHash: null })
    expect(await stateOfMediaItem(owner.photo.id)).toBe("quarantined")
    expect([await stateOf(owner), await isAgreed(owner, owner.photo.id)]).toEqual(["rejected", false])
    expect(await codeIn(await sign(shown.token, owner.photo.id))).toBe("conflict.changed")
    expect(await reportsOn(own?.id ?? "")).toMatchObject([
      { priority: "P0", category: "impersonation", details: expect.stringContaining("somebody else of the profile") },
    ])
  })

  test("verifies nobody in the photos after it verified their owner, also once that check is over", async () => {
    for (const status of ["verified", "expired", "revoked"] as const) {
      const owner = await insertUnverified()
      await check(owner, "adult")
      await db.update(identityChecks).set({ status }).where(eq(identityChecks.userId, owner.user.id))
      const shown = await depict(owner, owner.photo.id)
      expect([status, (await checkDepicted(shown, "adult")).status]).toEqual([status, "refused"])
      expect(await consentsOf(shown.person)).toMatchObject([{ state: "withdrawn" }])
      expect(await stateOfMediaItem(owner.photo.id)).toBe("quarantined")
    }
  })

  test("verifies one of the people in a profile's photos: for the next one it is refused, and what shows them is hidden", async () => {
    const owner = await insertUnverified()
    await check(owner, "other_adult")
    const alone = await insertMedia({ profileId: owner.profile.id })
    await declareAlone(alone.id)
    const [one, other] = [await depict(owner, owner.photo.id), await depict(owner, owner.photo.id)]
    expect((await checkDepicted(one, "adult")).status).toBe("verified")
    expect((await sign(one.token, owner.photo.id)).status).toBe(200)
    const refused = await checkDepicted(other, "adult")
    expect(refused).toMatchObject({ status: "refused", reason: "other_person" })
    expect(await codeIn(await sign(other.token, owner.photo.id))).toBe("conflict.changed")
    expect(await consentsOf(other.person)).toMatchObject([{ state: "withdrawn" }])
    expect(await consentsOf(one.person)).toMatchObject([{ state: "granted" }])
    expect([await stateOfMediaItem(owner.photo.id), await stateOfMediaItem(alone.id)]).toEqual([
      "quarantined",
      "approved",
    ])
    expect(await reportsOn(refused.id)).toHaveLength(1)
  })

  test("may be shown again by whom it verified, and by people of other profiles", async () => {
    const [owner, other] = [await insertUnverified(), await insertUnverified()]
    await check(owner, "adult")
    await check(other, "adult")
    const shown = await depict(other, other.photo.id)
    expect((await checkDepicted(shown, "other_adult")).status).toBe("verified")
    expect((await sign(shown.token, other.photo.id)).status).toBe(200)
    expect((await checksOf(other.user.id)).map(({ status }) => status)).toEqual(["verified"])
    expect(await isAgreed(other, other.photo.id)).toBe(true)
  })

  test("shown for two people at once verifies one of them at most", async () => {
    const owner = await insertUnverified()
    const shown = await depict(owner, owner.photo.id)
    const [own, { url }] = [
      await startCheck(owner),
      await (await call(`/consents/${shown.token}/identity`, {})).json<{ url: string }>(),
    ]
    for (const page of [own, url])
      await fetch(page, { method: "POST", body: new URLSearchParams({ outcome: "adult" }), redirect: "manual" })
    await Promise.all([owner.open("/profile/escort/identity"), ask(`/consent/${shown.token}`)])
    const rows = await db
      .select({ status: identityChecks.status })
      .from(identityChecks)
      .where(and(eq(identityChecks.provider, "stripe_identity"), eq(identityChecks.personId, shown.person)))
    const states = [...rows, ...(await checksOf(owner.user.id))].map(({ status }) => status)
    expect(states.filter((status) => status === "verified").length).toBeLessThanOrEqual(1)
    expect(states).toContain("refused")
  })

  test("that verified two before it was compared shows nothing that they signed, and keeps the profile from being published", async () => {
    const owner = await insertUnverified()
    const shown = await depict(owner, owner.photo.id)
    await insertCheck({ personId: shown.person, nextCheckAt: null, personHash: "the same" })
    await sign(shown.token, owner.photo.id)
    await insertCheck({ userId: owner.user.id, personHash: "somebody else" })
    expect(await isAgreed(owner, owner.photo.id)).toBe(true)
    await db.update(identityChecks).set({ personHash: "the same" }).where(eq(identityChecks.userId, owner.user.id))
    expect(await isAgreed(owner, owner.photo.id)).toBe(false)
    const publishing = db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    await expect(publishing).rejects.toMatchObject({ cause: { message: expect.stringContaining("not_publishable") } })
    const third = await depict(owner, owner.photo.id)
    await insertCheck({ personId: third.person, nextCheckAt: null, personHash: "the same" })
    await db.delete(identityChecks).where(eq(identityChecks.userId, owner.user.id))
    await sign(third.token, owner.photo.id)
    expect(await isAgreed(owner, owner.photo.id)).toBe(false)
    await db.update(identityChecks).set({ personHash: "a third" }).where(eq(identityChecks.personId, third.person))
    expect(await isAgreed(owner, owner.photo.id)).toBe(true)
  })
})

describe("the check of a person depicted", () => {
  test("takes their consent with it when staff revoke it, in the same request", async () => {
    const owner = await insertOwner()
    const shown = await depict(owner, owner.photo.id)
    const { id } = await checkDepicted(shown, "other_adult")
    await sign(shown.token, owner.photo.id)
    const coverOf = async () =>
      (await db.select().from(profiles).where(eq(profiles.id, owner.profile.id)))[0]?.coverMediaId
    expect(await coverOf()).toBe(owner.photo.id)
    const staff = await insertStaffMember("trust_lead")
    const reason = { reason: "The document was borrowed" }
    expect((await staff.call("POST", `/admin/identity-checks/${id}/revoke`, reason)).status).toBe(200)
    expect(await consentsOf(shown.person)).toMatchObject([{ state: "withdrawn", mayDownload: false }])
    expect([await isAgreed(owner, owner.photo.id), await coverOf()]).toEqual([false, null])
    expect((await ask(`/media/${owner.photo.id}/640.webp`)).status).toBe(404)
  })
})
