import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { endedMedia, media, mediaConsents } from "~/db/schema"
import { mediaStates } from "~/db/schema/profiles/media"
import type { ReviewItem } from "~/domain/media/review/schema"
import { call, runCron, takeJobs } from "../../helpers/mail"
import { drawMp4 } from "../../helpers/media/films"
import { draw, insertOwner, runAllJobs } from "../../helpers/media/photos"
import { insertFilmmaker } from "../../helpers/media/videos"
import { insertStaffMember } from "../../helpers/member"
import { once } from "../../helpers/once"
import { DAY, db, insertCheck, insertMedia, insertPage, insertReport, withoutDecisionRules } from "../../helpers/rows"
import { codeIn, depict } from "../identity/checks"

beforeAll(async () => {
  await insertPage({ slug: "agreement/depicted" }, { title: "Your consent", body: "You agree for yourself alone." })
})
beforeEach(() => void takeJobs())

type Owner = Pick<Awaited<ReturnType<typeof insertOwner>>, "call" | "post" | "profile">

let drawn = 0
/** Pictures of few shapes, which a change of their size leaves like themselves. The hash of seed 1 does not survive it at small sizes. */
const nextSeed = () => 2 + (drawn++ % 3)
/** Small, since encoding is what takes long here; and the same in another size. */
const small = (seed: number) => draw(seed)
const resized = (seed: number) => draw(seed, 440, 330)
const staffOnce = once(() => insertStaffMember("moderator"))

/** Uploads a picture and processes it, without saying who is in it. */
async function upload(owner: Owner, bytes: BodyInit, isProcessed = true): Promise<string> {
  const response = await owner.post(bytes)
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  if (isProcessed) await runAllJobs()
  return id
}

const declareAlone = (owner: Owner, id: string) =>
  owner.call("PUT", `/me/profile/media/${id}/people`, { has_others: false, people: [] })

/** A verified person who has answered for a photo. */
async function answer(owner: Owner, photo: string, publish: boolean) {
  const shown = await depict(owner, photo)
  await insertCheck({ personId: shown.person, nextCheckAt: null })
  const body = { version: 1, accepts: true, answers: { [photo]: { publish, download: false } } }
  const { status } = await call(`/consents/${shown.token}/signature`, body)
  if (status !== 200) throw new Error(`Not signed: ${status}`)
  return shown
}

async function withdraw(owner: Owner, photo: string) {
  const { token } = await answer(owner, photo, true)
  await call(`/consents/${token}/withdrawal`, { media: photo })
}

const remove = (owner: Owner, id: string) => owner.call("DELETE", `/me/profile/media/${id}`)

async function decide(id: string, action: "approve" | "reject" | "take-down") {
  const [row] = await db.select().from(media).where(eq(media.id, id))
  const body = { version: row?.version, ...(action !== "approve" && { reason: "rules" }) }
  const { status } = await (await staffOnce()).call("POST", `/admin/media/${id}/${action}`, body)
  if (status !== 204) throw new Error(`Not decided: ${status}`)
}

/** Hides an approved photo by a report of somebody whom it shows. */
async function report(id: string) {
  await insertReport({ mediaId: id, category: "depicted", priority: "P1", hidesMedia: true })
  await withoutDecisionRules(() => db.update(media).set({ state: "reported" }).where(eq(media.id, id)))
}

async function reviewed(owner: { profile: { id: string } }, id: string): Promise<ReviewItem | undefined> {
  const response = await (await staffOnce()).call("GET", `/admin/profiles/${owner.profile.id}/media`)
  return (await response.json<{ data: ReviewItem[] }>()).data.find((item) => item.id === id)
}

const consentsIn = async (mediaId: string) =>
  (await db.select().from(mediaConsents).where(eq(mediaConsents.mediaId, mediaId))).map(({ state }) => state)

/** How a photo ends, what the reviewer reads of it at the next one, and what somebody in it had answered. */
const endings: [string, (owner: Owner, id: string) => Promise<unknown>, string[], string | null][] = [
  ["was withdrawn", withdraw, ["withdrawn"], "withdrawn"],
  [
    "was withdrawn and removed",
    async (owner, id) => {
      await withdraw(owner, id)
      await remove(owner, id)
    },
    ["removed", "withdrawn"],
    "withdrawn",
  ],
  [
    "was refused and removed",
    async (owner, id) => {
      await answer(owner, id, false)
      await remove(owner, id)
    },
    ["refused", "removed"],
    "refused",
  ],
  [
    "was agreed to and removed",
    async (owner, id) => {
      await answer(owner, id, true)
      await remove(owner, id)
    },
    ["removed"],
    "requested",
  ],
  ["was sent back by staff", (_, id) => decide(id, "reject"), ["rejected"], null],
  [
    "was taken down by staff after a withdrawal",
    async (owner, id) => {
      await withdraw(owner, id)
      await decide(id, "approve")
      await decide(id, "take-down")
    },
    ["taken_down", "withdrawn"],
    "withdrawn",
  ],
  [
    "is hidden by a report",
    async (_, id) => {
      await decide(id, "approve")
      await report(id)
    },
    ["reported"],
    null,
  ],
  [
    "was hidden by a report and removed",
    async (owner, id) => {
      await decide(id, "approve")
      await report(id)
      await remove(owner, id)
    },
    ["reported"],
    null,
  ],
  [
    "is withheld",
    (_, id) => db.update(media).set({ state: "quarantined" }).where(eq(media.id, id)),
    ["quarantined"],
    null,
  ],
]

describe("a photo that is uploaded again after it", () => {
  test.each(endings)("%s is recognised by its file, and by its picture", async (_, end, fates, inherited) => {
    const owner = await insertOwner()
    const seed = nextSeed()
    const first = await upload(owner, small(seed))
    await declareAlone(owner, first)
    await end(owner, first)
    await runAllJobs()
    // An equal file before anything is processed; and a copy of another size.
    const same = await upload(owner, small(seed), false)
    const declared = await declareAlone(owner, same)
    if (inherited === null) expect(declared.status).toBe(200)
    else expect([declared.status, await codeIn(declared)]).toEqual([409, "consent.answered"])
    expect(await consentsIn(same)).toEqual(inherited === null ? [] : [inherited])
    await runAllJobs()
    expect((await reviewed(owner, same))?.likenesses.toSorted()).toEqual(fates)
    await remove(owner, same)
    const other = await upload(owner, resized(seed))
    const item = await reviewed(owner, other)
    expect(item?.likenesses).toEqual(expect.arrayContaining(fates))
    expect(item?.declaration).toEqual({
      has_others: inherited === null ? null : true,
      answers: inherited === null ? {} : { [inherited]: 1 },
      is_agreed: false,
    })
    const again = await declareAlone(owner, other)
    expect(again.status).toBe(inherited === null ? 200 : 409)
    expect(await consentsIn(other)).toEqual(inherited === null ? [] : [inherited])
  })

  test("was removed while it showed nobody else is a new photo, as is the same photo in another profile", async () => {
    const [owner, stranger] = [await insertOwner(), await insertOwner()]
    const seed = nextSeed()
    const first = await upload(owner, small(seed))
    await declareAlone(owner, first)
    await remove(owner, first)
    expect(await db.select().from(endedMedia).where(eq(endedMedia.profileId, owner.profile.id))).toEqual([])
    const other = nextSeed()
    await withdraw(owner, await upload(owner, small(other)))
    for (const [who, picture] of [
      [owner, seed],
      [stranger, other],
    ] as const) {
      const photo = await upload(who, small(picture))
      expect((await declareAlone(who, photo)).status).toBe(200)
      expect(await reviewed(who, photo)).toMatchObject({
        likenesses: [],
        declaration: { has_others: false, answers: {}, is_agreed: true },
      })
    }
  })

  test("was withdrawn is recognised in what a crop leaves out, too", async () => {
    const owner = await insertOwner()
    const seed = nextSeed()
    await withdraw(owner, await upload(owner, small(seed)))
    const response = await owner.post(draw(seed, 800, 600), { crop: "0,0,0.5,0.5" })
    const { id } = (await response.json()) as { id: string }
    await runAllJobs()
    expect((await reviewed(owner, id))?.likenesses).toEqual(["withdrawn"])
  })

  test("was withdrawn is shown to nobody after its approval, until the person in it agrees to it, too", async () => {
    const owner = await insertOwner()
    const seed = nextSeed()
    const first = await upload(owner, small(seed))
    const { token } = await answer(owner, first, true)
    await call(`/consents/${token}/withdrawal`, { media: null })
    await remove(owner, first)
    const again = await upload(owner, small(seed))
    await decide(again, "approve")
    const isShown = async () => (await owner.call("GET", `/profiles/${owner.profile.slug}`)).text()
    expect(await isShown()).not.toContain(again)
    const body = { version: 1, accepts: true, answers: { [again]: { publish: true, download: false } } }
    expect((await call(`/consents/${token}/signature`, body)).status).toBe(200)
    expect(await isShown()).toContain(again)
  })
})

describe("two uploads of one picture", () => {
  test("show the same people: what is declared, refused or withdrawn of one holds for the other", async () => {
    const owner = await insertOwner()
    const seed = nextSeed()
    const [one, other] = [await upload(owner, small(seed), false), await upload(owner, resized(seed), false)]
    await Promise.all([declareAlone(owner, one), declareAlone(owner, other)])
    await runAllJobs()
    const { token } = await answer(owner, one, true)
    expect(await consentsIn(other)).toEqual(["requested"])
    expect((await declareAlone(owner, other)).status).toBe(409)
    await call(`/consents/${token}/signature`, {
      version: 1,
      accepts: true,
      answers: { [other]: { publish: true, download: false } },
    })
    expect(await consentsIn(other)).toEqual(["granted"])
    await call(`/consents/${token}/withdrawal`, { media: one })
    expect([await consentsIn(one), await consentsIn(other)]).toEqual([["withdrawn"], ["withdrawn"]])
  })

  test("may be declared alone again, one after the other, while nobody has answered", async () => {
    const owner = await insertOwner()
    const seed = nextSeed()
    const [one, other] = [await upload(owner, small(seed)), await upload(owner, small(seed))]
    await depict(owner, one)
    expect((await reviewed(owner, other))?.declaration).toMatchObject({ has_others: true, answers: { requested: 1 } })
    for (const id of [one, other]) expect((await declareAlone(owner, id)).status).toBe(200)
    for (const id of [one, other])
      expect((await reviewed(owner, id))?.declaration).toEqual({ has_others: false, answers: {}, is_agreed: true })
  })
})

describe("a video that is uploaded again", () => {
  test("after somebody in it withdrew is recognised by its file, and by its poster", async () => {
    const owner = await insertFilmmaker()
    const [film, poster] = [drawMp4({ frames: 2_345 }), small(nextSeed())]
    const first = await owner.publishable(film)
    const { version } = await owner.get(first.id)
    expect((await owner.poster(first.id, version, poster)).status).toBe(200)
    await withdraw(owner, first.id)
    await owner.remove(first.id)
    const same = await owner.publishable(film)
    expect((await declareAlone(owner, same.id)).status).toBe(409)
    expect(await reviewed(owner, same.id)).toMatchObject({
      declaration: { has_others: true, answers: { withdrawn: 1 }, is_agreed: false },
      likenesses: expect.arrayContaining(["removed", "withdrawn"]),
    })
    await owner.remove(same.id)
    const other = await owner.publishable(drawMp4({ frames: 3_456 }))
    expect((await reviewed(owner, other.id))?.likenesses).toEqual([])
    expect((await owner.poster(other.id, other.version, poster)).status).toBe(200)
    expect(await consentsIn(other.id)).toEqual(["withdrawn"])
    expect((await declareAlone(owner, other.id)).status).toBe(409)
    const photo = await upload(owner, poster)
    expect(await consentsIn(photo)).toEqual(["withdrawn"])
  })
})

/** How a media item that shows others ends, for each state that it may come to. */
const endingsByState: Record<(typeof mediaStates)[number], string | null> = {
  uploading: null,
  uploaded: null,
  processing: null,
  failed: null,
  ready: null,
  approved: null,
  reported: null,
  quarantined: "quarantined",
  rejected: "taken_down",
  deleted: "removed",
}

describe("what a medium is recognised by", () => {
  test.each(mediaStates)("is kept by every statement that ends it, and by none else: %s", async (state) => {
    const { profile } = await insertOwner()
    const { id } = await insertMedia({ profileId: profile.id, sha256: "a", pdq: "b", pdqQuality: 60, hasOthers: true })
    const hashes = { sha256: null, pdq: null, pdqQuality: null }
    await withoutDecisionRules(() =>
      db
        .update(media)
        .set({ state, ...hashes, updatedAt: 7 })
        .where(eq(media.id, id)),
    )
    const ending = endingsByState[state]
    const kept = {
      mediaId: id,
      profileId: profile.id,
      sha256: "a",
      pdq: "b",
      pdqQuality: 60,
      hasOthers: true,
      endedAt: 7,
    }
    const rows = await db.select().from(endedMedia).where(eq(endedMedia.mediaId, id))
    expect(rows).toEqual(ending === null ? [] : [{ ...kept, ending }])
  })

  test("is not kept of a file that could not be read, and once of one that ends twice", async () => {
    const { profile } = await insertOwner()
    const unread = await insertMedia({ profileId: profile.id, sha256: "a", state: "processing" })
    const change = { state: "rejected", reason: "unprocessable" } as const
    await db.update(media).set(change).where(eq(media.id, unread.id))
    const withheld = await insertMedia({ profileId: profile.id, sha256: "a" })
    await db.update(media).set({ state: "quarantined" }).where(eq(media.id, withheld.id))
    await db.update(media).set({ removedAt: 1 }).where(eq(media.id, withheld.id))
    const rows = await db.select().from(endedMedia).where(eq(endedMedia.profileId, profile.id))
    expect(rows.map(({ mediaId, ending }) => [mediaId, ending])).toEqual([[withheld.id, "quarantined"]])
  })

  test("is kept for three years with what was signed, and then neither", async () => {
    const owner = await insertOwner()
    const photo = await upload(owner, small(nextSeed()))
    await withdraw(owner, photo)
    await remove(owner, photo)
    await db.delete(media).where(eq(media.id, photo))
    const long = Date.now() - 3 * 365 * DAY
    const agedTo = async (at: number) => {
      await db.update(endedMedia).set({ endedAt: at }).where(eq(endedMedia.mediaId, photo))
      await db
        .update(mediaConsents)
        .set({ updatedAt: long - DAY })
        .where(eq(mediaConsents.mediaId, photo))
      await runCron("17 3 * * *")
      takeJobs()
      const rows = await db.select().from(endedMedia).where(eq(endedMedia.mediaId, photo))
      return [rows.length, (await consentsIn(photo)).length]
    }
    expect(await agedTo(long + DAY)).toEqual([1, 1])
    expect(await agedTo(long - 1)).toEqual([0, 0])
  })
})
