import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { mediaTexts, profileDecisions, profileEdits } from "~/db/schema"
import { photoField } from "~/domain/profiles/editing/photo-field"
import { isReviewedPhoto, saveEdits } from "~/domain/profiles/editing/queries.server"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { fr } from "../../helpers/app"
import { ask } from "../../helpers/mail"
import { insertStaffMember } from "../../helpers/member"
import { db, insertMedia } from "../../helpers/rows"
import { about, decide, decideWhole, insertOwner, reviewOf, save, workshopOf } from "./people"

type Owner = Awaited<ReturnType<typeof insertOwner>>

const codeIn = async (response: Response) => (await response.json<{ code: string }>()).code

async function photoOf({ call, photo }: Owner): Promise<WorkshopMediaItem> {
  const { data } = await (await call("GET", "/me/profile/media")).json<{ data: WorkshopMediaItem[] }>()
  const found = data.find(({ id }) => id === photo.id)
  if (!found) throw new Error("The photo is gone")
  return found
}

/** Changes the alt texts of the owner's approved photo, with the versions that are stored. */
async function describePhoto(owner: Owner, alt: Record<string, string>, more: object = {}): Promise<Response> {
  const { id, version, alt_edit } = await photoOf(owner)
  const edit = { version, alt_version: alt_edit?.version ?? null, alt, ...more }
  return owner.call("PATCH", `/me/profile/media/${id}`, edit)
}

/** Returns an owner with an approved photo that is described in English. */
async function insertDescribed() {
  const owner = await insertOwner()
  await db.insert(mediaTexts).values({ mediaId: owner.photo.id, locale: "en", alt: "In the garden", title: "A title" })
  return owner
}

const submit = ({ call }: Owner) => call("POST", "/me/profile/submission")
const pageOf = async (owner: Owner, origin = "") => (await ask(`${origin}/escorts/${owner.profile.slug}`)).text()

describe("the alt text of an approved photo", () => {
  test("stays as it is until staff have approved its edit, which they see beside it", async () => {
    const [owner, staff] = [await insertDescribed(), await insertStaffMember("trust_lead")]
    expect((await describePhoto(owner, { en: "By the river, 06 12 34 56 78", fr: "Au bord du fleuve" })).status).toBe(
      200,
    )
    expect(await photoOf(owner)).toMatchObject({
      alt: { en: "In the garden" },
      alt_edit: { state: "draft", alt: { en: "By the river, 06 12 34 56 78", fr: "Au bord du fleuve" }, reason: null },
    })
    expect((await workshopOf(owner)).draft_count).toBe(1)
    expect((await reviewOf(staff, owner.profile.id)).edits).toEqual([])
    expect((await submit(owner)).status).toBeLessThan(300)
    expect((await photoOf(owner)).alt_edit).toMatchObject({ state: "pending" })
    expect((await reviewOf(staff, owner.profile.id)).edits).toMatchObject([
      {
        field: `photo_alt:${owner.photo.id}`,
        live: { en: "In the garden" },
        value: { en: "By the river, 06 12 34 56 78", fr: "Au bord du fleuve" },
        flags: ["phone"],
      },
    ])
    expect(await pageOf(owner)).not.toContain("By the river")
    expect((await decide(staff, owner.profile.id, "approve")).status).toBe(200)
    expect(await photoOf(owner)).toMatchObject({
      alt: { en: "By the river, 06 12 34 56 78", fr: "Au bord du fleuve" },
      alt_edit: null,
    })
    expect(await pageOf(owner, fr)).toContain("Au bord du fleuve")
    const [decision] = await db
      .select()
      .from(profileDecisions)
      .where(and(eq(profileDecisions.profileId, owner.profile.id), eq(profileDecisions.decision, "approved")))
    expect(JSON.parse(decision?.before ?? "")).toEqual({ en: "In the garden" })
    const [text] = await db.select().from(mediaTexts).where(eq(mediaTexts.mediaId, owner.photo.id)).limit(1)
    expect(text?.title).toBe("A title")
  })

  test("is sent back with the reason and the comment, and can be changed and submitted again", async () => {
    const [owner, staff] = [await insertDescribed(), await insertStaffMember("trust_lead")]
    await describePhoto(owner, { en: "Nice" })
    await submit(owner)
    await decide(staff, owner.profile.id, "return")
    expect((await photoOf(owner)).alt_edit).toMatchObject({
      state: "returned",
      alt: { en: "Nice" },
      reason: "unclear",
      comment: "Please say it in a whole sentence.",
    })
    expect((await photoOf(owner)).alt).toEqual({ en: "In the garden" })
    expect((await describePhoto(owner, { en: "Reading under a tree" })).status).toBe(200)
    expect((await submit(owner)).status).toBeLessThan(300)
    await decide(staff, owner.profile.id, "approve")
    expect((await photoOf(owner)).alt.en).toBe("Reading under a tree")
  })

  test("needs the version of the draft that was read: of two tabs, the second one reads again", async () => {
    const owner = await insertDescribed()
    const { id, version } = await photoOf(owner)
    const edit = (alt: string) => owner.call("PATCH", `/me/profile/media/${id}`, { version, alt: { en: alt } })
    const [one, other] = await Promise.all([edit("One"), edit("Other")])
    expect([one.status, other.status].toSorted()).toEqual([200, 409])
    expect(await codeIn(await edit("Late"))).toBe("conflict.changed")
    const stale = { version: version + 1, alt_version: null, alt: { en: "Stale" } }
    expect((await owner.call("PATCH", `/me/profile/media/${id}`, stale)).status).toBe(409)
  })

  test("needs the version of the photo, and leaves the language that is not sent as it is", async () => {
    const owner = await insertDescribed()
    await describePhoto(owner, { en: "On the stairs" })
    await describePhoto(owner, { fr: "Dans l’escalier" })
    const { id, version, alt_edit } = await photoOf(owner)
    expect(alt_edit?.alt).toEqual({ en: "On the stairs", fr: "Dans l’escalier" })
    const stale = { version: version + 1, alt_version: alt_edit?.version, alt: { en: "Stale" } }
    expect((await owner.call("PATCH", `/me/profile/media/${id}`, stale)).status).toBe(409)
    expect((await photoOf(owner)).alt_edit?.alt.en).toBe("On the stairs")
  })

  test("that is the live one again ends its edit, and leaves nothing to submit", async () => {
    const owner = await insertDescribed()
    await describePhoto(owner, { en: "Another" })
    await describePhoto(owner, { en: "In the garden" })
    expect((await photoOf(owner)).alt_edit).toBeNull()
    expect(await codeIn(await submit(owner))).toBe("workshop.nothing_to_submit")
  })

  test("is edited along with who sees the photo, which takes effect at once", async () => {
    const owner = await insertDescribed()
    const response = await describePhoto(owner, { en: "Another" }, { visibility: "private" })
    expect(await response.json()).toMatchObject({ visibility: "private", alt_edit: { alt: { en: "Another" } } })
  })

  test("is edited by its owner alone, and for a photo of their own alone", async () => {
    const [owner, other] = [await insertDescribed(), await insertOwner()]
    const { id, version } = await photoOf(owner)
    const edit = { version, alt_version: null, alt: { en: "Mine" } }
    expect((await other.call("PATCH", `/me/profile/media/${id}`, edit)).status).toBe(404)
    expect(await db.select().from(profileEdits).where(eq(profileEdits.profileId, other.profile.id))).toEqual([])
  })

  test("is forgotten with its photo, which neither owner nor staff then read of", async () => {
    const [owner, staff] = [await insertDescribed(), await insertStaffMember("trust_lead")]
    await insertMedia({ profileId: owner.profile.id })
    await describePhoto(owner, { en: "Another" })
    await submit(owner)
    expect((await owner.call("DELETE", `/me/profile/media/${owner.photo.id}`)).status).toBe(204)
    expect((await reviewOf(staff, owner.profile.id)).edits).toEqual([])
    expect(await db.select().from(profileEdits).where(eq(profileEdits.profileId, owner.profile.id))).toEqual([])
  })

  test("is not saved for a photo that was removed after it was read", async () => {
    const owner = await insertDescribed()
    await insertMedia({ profileId: owner.profile.id })
    const profile = { profileId: owner.profile.id, ownerId: owner.user.id }
    const saved = [{ field: photoField(owner.photo.id), value: '{"en":"Another"}', seen: null }]
    const isReviewed = isReviewedPhoto(owner.profile.id, owner.photo.id)
    expect((await owner.call("DELETE", `/me/profile/media/${owner.photo.id}`)).status).toBe(204)
    expect(
      await saveEdits(openDatabase(env.DB, null).db, {
        profile,
        saved,
        version: "a-version",
        now: Date.now(),
        when: isReviewed,
      }),
    ).toEqual([])
    expect(await db.select().from(profileEdits).where(eq(profileEdits.profileId, owner.profile.id))).toEqual([])
  })

  test("of a profile in review is decided before the whole, like any edit", async () => {
    const [owner, staff] = [await insertOwner("draft"), await insertStaffMember("trust_lead")]
    await save(owner, { "headline.en": "A guide to quiet museums", "about.en": about })
    await save(owner, { "headline.fr": "Des musées au calme", "about.fr": about })
    await describePhoto(owner, { en: "At the window" })
    expect((await submit(owner)).status).toBeLessThan(300)
    await staff.call("PUT", `/admin/profiles/${owner.profile.id}/claim`)
    expect(await codeIn(await decideWhole(staff, owner.profile.id, "approve"))).toBe("workshop.open_edits")
    await decide(staff, owner.profile.id, "approve")
    expect((await decideWhole(staff, owner.profile.id, "approve")).status).toBe(200)
    expect((await photoOf(owner)).alt.en).toBe("At the window")
  })
})
