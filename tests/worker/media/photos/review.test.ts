import { and, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import * as schema from "~/db/schema"
import { decisions, media, notifications, profiles } from "~/db/schema"
import { addCookie, withAccess } from "../../helpers/app"
import { ask, runCron, takeJobs } from "../../helpers/mail"
import { draw, insertOwner, keysBelow, type OwnMediaItem, rowOf, runAllJobs } from "../../helpers/media/photos"
import { pictures } from "../../helpers/media/pictures"
import { insertStaffMember } from "../../helpers/member"
import { DAY, db, insertGroup, insertMedia, insertSession } from "../../helpers/rows"

beforeEach(() => void takeJobs())

type Owner = Awaited<ReturnType<typeof insertOwner>>

/** Uploads and processes photos; returns them as their owner sees them. */
async function insertReady(owner: Owner, ...queries: Record<string, string>[]): Promise<OwnMediaItem[]> {
  for (const query of queries) await owner.upload(pictures.png, query)
  await runAllJobs()
  return owner.list()
}

const profileOf = async ({ profile }: Owner) => {
  const [row] = await db.select().from(profiles).where(eq(profiles.id, profile.id))
  return row
}

const open = async (path: string, token?: string) =>
  (await ask(path, token ? addCookie(await withAccess(), `__Host-salon_session=${token}`) : {})).status

describe("the review of photos", () => {
  test("staff see what awaits review, oldest first, with a pass; members, and owners among staff, do not", async () => {
    const owner = await insertOwner()
    const [first, second] = await insertReady(owner, { visibility: "private" }, {})
    const staff = await insertStaffMember("moderator")
    const { data } = (await (await staff.call("GET", "/admin/media")).json()) as {
      data: { id: string; pass: { query: string }; is_low_quality: boolean }[]
    }
    const own = data.filter(({ id }) => id === first?.id || id === second?.id)
    expect(own).toMatchObject([{ id: first?.id, is_low_quality: true }, { id: second?.id }])
    const path = `/media/${first?.id}/480.webp`
    expect(await open(`${path}${own[0]?.pass.query}`, staff.session.token)).toBe(200)
    expect(await open(path, staff.session.token)).toBe(404)
    expect(await open(`${path}${own[0]?.pass.query}`, owner.session.token)).toBe(404)
    expect((await owner.call("GET", "/admin/media")).status).toBe(404)
    const group = await insertGroup({ root: true })
    await db.insert(schema.userGroups).values({ userId: owner.user.id, groupId: group.id })
    const queue = (await (await owner.call("GET", "/admin/media")).json()) as typeof own extends (infer T)[]
      ? { data: T[] }
      : never
    expect(queue.data.map(({ id }) => id)).not.toContain(first?.id)
    const body = { version: first?.version }
    expect((await owner.call("POST", `/admin/media/${first?.id}/approve`, body)).status).toBe(404)
  })

  test("a pass that a reviewer takes for a private photo by its id is in the audit log", async () => {
    const [photo] = await insertReady(await insertOwner(), { visibility: "private" })
    const staff = await insertStaffMember("moderator")
    expect((await staff.call("POST", `/media/${photo?.id}/ticket`)).status).toBe(200)
    const entries = await db
      .select()
      .from(schema.auditLog)
      .where(eq(schema.auditLog.targetId, photo?.id ?? ""))
    expect(entries).toMatchObject([{ action: "media.read", actorId: staff.user.id, targetKind: "media" }])
  })

  test("an approved photo is public, counted, the cover, and its owner hears of it", async () => {
    const owner = await insertOwner()
    const [photo, hidden] = await insertReady(owner, {}, { visibility: "private" })
    if (!photo || !hidden) throw new Error("No photo")
    const staff = await insertStaffMember("moderator")
    expect(await open(`/media/${photo.id}/480.webp`)).toBe(404)
    expect((await staff.call("POST", `/admin/media/${photo.id}/approve`, { version: photo.version - 1 })).status).toBe(
      409,
    )
    const both = await Promise.all(
      [1, 2].map(() => staff.call("POST", `/admin/media/${photo.id}/approve`, { version: photo.version })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect((await staff.call("POST", `/admin/media/${hidden.id}/approve`, { version: hidden.version })).status).toBe(
      204,
    )
    expect(await profileOf(owner)).toMatchObject({
      photoCount: 1,
      privatePhotoCount: 1,
      coverMediaId: photo.id,
      coverColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
    })
    expect([await open(`/media/${photo.id}/480.webp`), await open(`/media/${hidden.id}/480.webp`)]).toEqual([200, 404])
    const notices = await db
      .select({ state: notifications.state })
      .from(notifications)
      .where(and(eq(notifications.userId, owner.user.id), eq(notifications.type, "media")))
    expect(notices).toEqual([{ state: "approved" }])
    const { data } = (await (await owner.call("GET", "/notifications")).json()) as { data: object[] }
    expect(data[0]).toMatchObject({ title: "Pictures of yours were approved", path: "/profile/escort/photos" })
    expect((await owner.list())[0]).toMatchObject({ state: "approved", is_cover: true })
  })

  test("a rejected photo is seen by nobody, loses its original, and keeps the rest while an appeal may bring it back", async () => {
    const owner = await insertOwner()
    const [photo] = await insertReady(owner, {})
    if (!photo) throw new Error("No photo")
    const edited = await owner.call("PATCH", `/me/profile/media/${photo.id}`, {
      version: photo.version,
      alt: { en: "Me" },
    })
    const { version, alt } = (await edited.json()) as OwnMediaItem
    expect(alt).toEqual({ en: "Me" })
    const staff = await insertStaffMember("moderator")
    const reject = (body: object) => staff.call("POST", `/admin/media/${photo.id}/reject`, body)
    expect((await reject({ version, reason: "unprocessable" })).status).toBe(422)
    expect((await reject({ version: photo.version, reason: "quality" })).status).toBe(409)
    expect((await reject({ version, reason: "quality", comment: "Too dark" })).status).toBe(204)
    await runAllJobs()
    expect(await owner.list()).toMatchObject([
      { state: "rejected", reason: "quality", comment: "Too dark", pass: null },
    ])
    expect(await rowOf(photo.id)).toMatchObject({ uploadKey: null, heldUntil: expect.any(Number) })
    expect(await keysBelow(`uploads/${owner.profile.id}/`)).toEqual([])
    expect((await keysBelow(`photos/${photo.id}/`)).length).toBeGreaterThan(0)
    expect(await open(`/media/${photo.id}/480.webp`, owner.session.token)).toBe(404)
    expect(await open(`/media/${photo.id}/480.webp`, staff.session.token)).toBe(404)
  })

  test("what is left of a rejected photo goes when it can be contested no longer, but not before an appeal is decided", async () => {
    const owner = await insertOwner()
    const [gone, contested] = await insertReady(owner, {}, {})
    if (!gone || !contested) throw new Error("No photos")
    const staff = await insertStaffMember("moderator")
    for (const { id, version } of [gone, contested])
      expect((await staff.call("POST", `/admin/media/${id}/reject`, { version, reason: "quality" })).status).toBe(204)
    const [decision] = await db.select().from(decisions).where(eq(decisions.subjectId, contested.id))
    const appeal = { body: "It is sharp." }
    expect((await owner.call("POST", `/decisions/${decision?.reference}/appeal`, appeal)).status).toBe(204)
    await runAllJobs()
    await runCron("17 3 * * *")
    expect([(await keysBelow(`photos/${gone.id}/`)).length > 0, await rowOf(gone.id)]).toMatchObject([true, {}])
    const later = Date.now() + 185 * DAY
    vi.useFakeTimers({ toFake: ["Date"], now: later })
    await runCron("17 3 * * *")
    vi.useRealTimers()
    expect([await keysBelow(`photos/${gone.id}/`), await rowOf(gone.id)]).toEqual([[], undefined])
    expect((await keysBelow(`photos/${contested.id}/`)).length).toBeGreaterThan(0)
  })

  test("an approved photo that staff take down is gone at once, and the next one is the cover", async () => {
    const owner = await insertOwner()
    const first = await insertMedia({ profileId: owner.profile.id, position: 1 })
    const second = await insertMedia({ profileId: owner.profile.id, position: 2 })
    const staff = await insertStaffMember("moderator")
    const body = { version: 1, reason: "rules" }
    expect((await staff.call("POST", `/admin/media/${first.id}/reject`, body)).status).toBe(409)
    expect((await staff.call("POST", `/admin/media/${first.id}/take-down`, body)).status).toBe(204)
    expect(await profileOf(owner)).toMatchObject({ photoCount: 1, coverMediaId: second.id })
    expect(await open(`/media/${first.id}/640.webp`)).toBe(404)
  })

  test("decisions need a recent proof, and a photo whose variants are all stored", async () => {
    const owner = await insertOwner()
    const [photo] = await insertReady(owner, {})
    if (!photo) throw new Error("No photo")
    const staff = await insertStaffMember("moderator")
    const old = await insertSession({ userId: staff.user.id, confirmedAt: Date.now() - 11 * 60_000 })
    const decide = (act: string, token: string) =>
      ask(`/api/admin/media/${photo.id}/${act}`, {
        method: "POST",
        body: JSON.stringify({ version: photo.version, reason: "quality" }),
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      })
    for (const act of ["approve", "reject", "take-down"]) expect((await decide(act, old.token)).status).toBe(403)
    await db.update(media).set({ isEncoded: false }).where(eq(media.id, photo.id))
    expect((await decide("approve", staff.session.token)).status).toBe(409)
  })

  test("the blocklist is staff's", async () => {
    const staff = await insertStaffMember("trust_lead")
    const sha256 = "ab".repeat(32)
    const add = (body: object) => staff.call("POST", "/admin/blocked-hashes", body)
    expect((await add({ list: "ours", sha256, pdq: sha256, note: "" })).status).toBe(422)
    expect((await add({ list: "ours", sha256, note: "" })).status).toBe(204)
    const list = async () =>
      ((await (await staff.call("GET", "/admin/blocked-hashes")).json()) as { data: { id: string; sha256: string }[] })
        .data
    const [hash] = (await list()).filter((one) => one.sha256 === sha256)
    expect((await staff.call("DELETE", `/admin/blocked-hashes/${hash?.id}`)).status).toBe(204)
    expect((await staff.call("DELETE", `/admin/blocked-hashes/${hash?.id}`)).status).toBe(404)
    expect((await (await insertOwner()).call("GET", "/admin/blocked-hashes")).status).toBe(404)
  })
})

describe("an owner's media", () => {
  test("an owner sees own photos before their review, by a pass of their own", async () => {
    const owner = await insertOwner({ state: "draft" })
    const [photo] = await insertReady(owner, {})
    const path = `/media/${photo?.id}/480.webp`
    const response = await ask(
      `${path}${photo?.pass?.query}`,
      addCookie(await withAccess(), `__Host-salon_session=${owner.session.token}`),
    )
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "private, no-store"])
    expect([await open(path, owner.session.token), await open(`${path}${photo?.pass?.query}`)]).toEqual([404, 404])
    const stranger = await insertOwner()
    expect((await stranger.call("POST", `/media/${photo?.id}/ticket`)).status).toBe(404)
    expect((await owner.call("POST", `/media/${photo?.id}/ticket`)).status).toBe(200)
  })

  test("an owner changes visibility, cover and order, each in the version that they read", async () => {
    const owner = await insertOwner()
    const rows = [1, 2, 3].map((position) => insertMedia({ profileId: owner.profile.id, position }))
    const [a, b, c] = (await Promise.all(rows)).map(({ id }) => id) as [string, string, string]
    const edit = (id: string, body: object) => owner.call("PATCH", `/me/profile/media/${id}`, body)
    expect((await edit(c, { version: 1, is_cover: true })).status).toBe(200)
    expect(await profileOf(owner)).toMatchObject({ coverMediaId: c, photoCount: 3 })
    expect((await edit(c, { version: 1, visibility: "private" })).status).toBe(409)
    expect((await edit(c, { version: 2, visibility: "private" })).status).toBe(200)
    expect(await profileOf(owner)).toMatchObject({ coverMediaId: a, photoCount: 2, privatePhotoCount: 1 })
    const order = (items: object[]) => owner.call("PUT", "/me/profile/media/order", { items })
    const full = [
      { id: b, version: 1 },
      { id: c, version: 3 },
      { id: a, version: 1 },
    ]
    expect((await order(full.slice(1))).status).toBe(409)
    expect((await order([...full.slice(1), { id: b, version: 2 }])).status).toBe(409)
    expect((await order([...full.slice(1), { id: c, version: 3 }])).status).toBe(409)
    const stranger = await insertOwner()
    expect((await stranger.call("PUT", "/me/profile/media/order", { items: full })).status).toBe(409)
    expect((await order(full)).status).toBe(200)
    expect((await owner.list()).map(({ id }) => id)).toEqual([b, c, a])
    expect(await profileOf(owner)).toMatchObject({ coverMediaId: b })
  })

  test("the text of an approved photo is not changed without a review, and a lost race changes no text", async () => {
    const owner = await insertOwner()
    const approved = await insertMedia({ profileId: owner.profile.id })
    const edit = (id: string, body: object) => owner.call("PATCH", `/me/profile/media/${id}`, body)
    expect((await edit(approved.id, { version: 1, alt: { en: "Another person" } })).status).toBe(200)
    expect((await owner.list()).find(({ id }) => id === approved.id)?.alt).toEqual({})
    const waiting = await insertMedia({ profileId: owner.profile.id, state: "ready" })
    expect((await edit(waiting.id, { version: 1, alt: { en: "One", fr: "Un" } })).status).toBe(200)
    expect((await edit(waiting.id, { version: 1, alt: { en: "Two" } })).status).toBe(409)
    expect((await edit(waiting.id, { version: 2, alt: { fr: "Deux" } })).status).toBe(200)
    const found = (await owner.list()).find(({ id }) => id === waiting.id)
    expect(found?.alt).toEqual({ en: "One", fr: "Deux" })
    expect((await (await insertOwner()).call("PATCH", `/me/profile/media/${waiting.id}`, { version: 3 })).status).toBe(
      404,
    )
  })

  test("a removed photo is hidden at once, whatever its profile's state, and its files are deleted", async () => {
    for (const state of ["published", "suspended", "draft"] as const) {
      const owner = await insertOwner({ state })
      const [photo] = await insertReady(owner, {})
      if (!photo) throw new Error("No photo")
      const staff = await insertStaffMember("moderator")
      await staff.call("POST", `/admin/media/${photo.id}/approve`, { version: photo.version })
      const stranger = await insertOwner()
      expect((await stranger.call("DELETE", `/me/profile/media/${photo.id}`)).status).toBe(404)
      expect((await owner.call("DELETE", `/me/profile/media/${photo.id}`)).status).toBe(204)
      expect(await profileOf(owner)).toMatchObject({ photoCount: 0, coverMediaId: null, coverColor: null })
      expect(await open(`/media/${photo.id}/480.webp${photo.pass?.query}`, owner.session.token)).toBe(404)
      await runAllJobs()
      expect([
        ...(await keysBelow(`photos/${photo.id}/`)),
        ...(await keysBelow(`uploads/${owner.profile.id}/`)),
      ]).toEqual([])
    }
  })

  test("an upload and its review drop no cached page before the public sees something of it", async () => {
    const epoch = async () => (await db.select().from(schema.contentEpoch))[0]?.epoch ?? 0
    const owner = await insertOwner()
    const before = await epoch()
    await owner.upload(draw(1))
    await runAllJobs()
    expect(await epoch()).toBe(before)
    const [photo] = await owner.list()
    const staff = await insertStaffMember("moderator")
    await staff.call("POST", `/admin/media/${photo?.id}/approve`, { version: photo?.version })
    expect(await epoch()).toBeGreaterThan(before)
  })
})
