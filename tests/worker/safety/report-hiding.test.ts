import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { media, outboxEmails, profiles, reportMessages, reports } from "~/db/schema"
import { en, fetchApp, fr, json, newAddress, signedIn, withAccess } from "../helpers/app"
import { insertPair, insertPerson, insertPremium } from "../helpers/chat"
import { ask, call, mailsTo, receive } from "../helpers/mail"
import {
  caseOf,
  DAY,
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertSession,
  insertStaff,
  withoutDecisionRules,
} from "../helpers/rows"

type MediaItem = Awaited<ReturnType<typeof insertMedia>>

let profile: Awaited<ReturnType<typeof insertProfile>>
let [cover, second]: MediaItem[] = []

beforeEach(async () => {
  const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  profile = await insertProfile({ ...base, photoCount: 2, coverColor: "#010203" })
  cover = await insert()
  second = await insert()
  await db.update(profiles).set({ coverMediaId: cover.id, moreMediaIds: second.id }).where(eq(profiles.id, profile.id))
})

async function insert(row: Partial<MediaItem> = {}): Promise<MediaItem> {
  const mediaItem = await insertMedia({ profileId: profile.id, ...row })
  for (const name of ["640.webp", "video.mp4"]) await env.MEDIA.put(`${mediaItem.storageKey}/${name}`, "bytes")
  return mediaItem
}

const first = () => cover as MediaItem
const other = () => second as MediaItem
const pageOf = ({ id }: MediaItem) => `/escorts/${profile.slug}/gallery?photo=${id}`
const report = (about: string, change: object = {}, address = newAddress()) =>
  call(
    "/reports",
    { category: "depicted", about, details: "This is me.", good_faith: true, ...change },
    { "CF-Connecting-IP": address },
  )
async function referenceOf(response: Promise<Response>) {
  const answer = await response
  expect(answer.status).toBe(201)
  return (await answer.json<{ reference: string }>()).reference
}
const rowOf = async (reference: string) => (await db.select().from(reports).where(eq(reports.reference, reference)))[0]
const statusOf = async ({ id }: MediaItem, name = "640.webp") =>
  (await fetchApp(`/media/${id}/${name}`, await withAccess())).status
const get = async <Body>(path: string) => (await fetchApp(`/api/profiles${path}`, await withAccess())).json<Body>()
const gallery = async () => (await get<{ data: { id: string }[] }>(`/${profile.slug}/gallery`)).data.map(({ id }) => id)
const card = async () =>
  (await get<{ data: { slug: string; cover: { id: string; color: string } | null }[] }>("?show=96")).data.find(
    ({ slug }) => slug === profile.slug,
  )
const copies = async () => (await db.select().from(profiles).where(eq(profiles.id, profile.id)))[0]

async function insertModerator() {
  const { id } = await insertStaff()
  const { token } = await insertSession({ userId: id, confirmedAt: Date.now() })
  return {
    id,
    dismiss: async (reference: string, reason = "Somebody else is in it.") =>
      call(`/admin/cases/${await caseOf(reference)}/dismiss`, { reason }, { Authorization: `Bearer ${token}` }),
  }
}

describe("a report that names a picture", () => {
  test("a report hides its picture in the same request: at its address, in the gallery, on the card", async () => {
    await (await fetchApp(`/media/${first().id}/640.webp`, await withAccess())).text()
    const reference = await referenceOf(report(pageOf(first())))
    expect(await rowOf(reference)).toMatchObject({ mediaId: first().id, hidesMedia: true, state: "received" })
    expect([await statusOf(first()), await statusOf(other())]).toEqual([404, 200])
    expect(await gallery()).toEqual([other().id])
    expect((await card())?.cover).toEqual({ id: other().id, color: expect.stringMatching(/^#[0-9a-f]{6}$/) })
    expect(await copies()).toMatchObject({ photoCount: 1 })
  })

  test.each([
    ["minor", 404],
    ["danger", 404],
    ["intimate", 404],
    ["depicted", 404],
    ["illegal", 200],
    ["impersonation", 200],
    ["terms", 200],
  ])("a report hides its picture at once only if it is urgent: %s", async (category, status) => {
    await referenceOf(report(pageOf(first()), { category, email: "ann@example.org" }))
    expect(await statusOf(first())).toBe(status)
  })

  test.each<[string, (mediaItem: MediaItem) => string]>([
    ["whole address of the gallery", (mediaItem) => en + pageOf(mediaItem)],
    ["address without a scheme", (mediaItem) => `en.localhost:8787${pageOf(mediaItem)}`],
    ["private album", ({ id }) => `/escorts/${profile.slug}/gallery?album=private&photo=${id}`],
    ["picture's own address", ({ id }) => `/media/${id}/640.webp`],
    ["picture's own address with a pass", ({ id }) => `${en}/media/${id}/640.webp?e=1&s=x`],
  ])("a report finds its picture by the %s", async (_what, addressOf) => {
    await referenceOf(report(addressOf(first())))
    expect(await statusOf(first())).toBe(404)
  })

  test("a report hides a private picture and a video, whatever pass there is", async () => {
    const photo = await insert({ visibility: "private" })
    const video = await insert({ kind: "video", duration: 8 })
    const member = await insertPremium()
    const { query } = await (await member.call("POST", `/media/${photo.id}/ticket`)).json<{ query: string }>()
    const open = async () =>
      (await fetchApp(`/media/${photo.id}/640.webp${query}`, await withAccess({ headers: member.headers }))).status
    expect([await open(), await statusOf(video, "video.mp4")]).toEqual([200, 200])
    await referenceOf(report(`/media/${photo.id}/640.webp`))
    await referenceOf(report(`/media/${video.id}/video.mp4`))
    expect([await open(), await statusOf(video, "video.mp4")]).toEqual([404, 404])
    expect((await member.call("POST", `/media/${photo.id}/ticket`)).status).toBe(404)
    expect(await copies()).toMatchObject({ photoCount: 2, privatePhotoCount: 0, videoCount: 0 })
  })

  test("a reported picture is not revalidated for a cached copy", async () => {
    const open = async (headers = {}) => fetchApp(`/media/${first().id}/640.webp`, await withAccess({ headers }))
    const ETag = (await open()).headers.get("ETag") ?? ""
    expect(ETag).toMatch(/^"/)
    expect((await open({ "If-None-Match": ETag })).status).toBe(304)
    await referenceOf(report(pageOf(first())))
    expect((await open({ "If-None-Match": ETag })).status).toBe(404)
  })

  test("a card has no picture when a report hides its last one", async () => {
    for (const mediaItem of [first(), other()]) await referenceOf(report(pageOf(mediaItem)))
    expect(await card()).toMatchObject({ slug: profile.slug, cover: null })
  })

  test("a report removes a picture from visitors' cached pages within seconds", async () => {
    const pages = [`/escorts/${profile.slug}`, `/escorts/${profile.slug}/gallery`, "/escorts"]
    const visit = async (path: string) => (await fetchApp(path, await withAccess())).text()
    for (const page of pages) expect(await visit(page)).toContain(first().id)
    await referenceOf(report(pageOf(first())))
    const later = Date.now() + 5_000
    const clock = vi.spyOn(Date, "now").mockReturnValue(later)
    try {
      for (const page of pages) expect(await visit(page)).not.toContain(first().id)
    } finally {
      clock.mockRestore()
    }
  })

  test.each([
    ["the profile alone, and is no danger", () => `/escorts/${profile.slug}`],
    ["a picture that is not there", () => `/escorts/${profile.slug}/gallery?photo=01ARZ3NDEKTSV4RRFFQ69G5FAV`],
    ["another page with a picture's id", () => `/escorts/${profile.slug}?photo=${first().id}`],
  ])("a report hides nothing if it names %s", async (_what, about) => {
    const reference = await referenceOf(report(about(), { category: "depicted" }))
    expect(await rowOf(reference)).toMatchObject({ hidesMedia: false, priority: "P1" })
    expect([await statusOf(first()), await statusOf(other())]).toEqual([200, 200])
    expect((await fetchApp(`/api/profiles/${profile.slug}`, await withAccess())).status).toBe(200)
  })

  test("a report neither restores nor changes a picture that staff have taken down", async () => {
    const reference = await referenceOf(report(pageOf(first())))
    await db.update(media).set({ state: "rejected" }).where(eq(media.id, first().id))
    expect((await (await insertModerator()).dismiss(reference)).status).toBe(204)
    expect(await statusOf(first())).toBe(404)
  })
})

describe("against abuse, a report waits for staff and hides nothing", () => {
  test("the sixth report of one address in a day waits for staff and hides nothing", async () => {
    const address = newAddress()
    const pictures = await Promise.all(Array.from({ length: 6 }, () => insert()))
    const hidden: boolean[] = []
    for (const picture of pictures) {
      const row = await rowOf(await referenceOf(report(pageOf(picture), {}, address)))
      hidden.push(row?.hidesMedia === true && (await statusOf(picture)) === 404)
    }
    expect(hidden).toEqual([true, true, true, true, true, false])
    await referenceOf(report(pageOf(pictures[5] as MediaItem)))
    expect(await statusOf(pictures[5] as MediaItem)).toBe(404)
  })

  test("a report that a program probably wrote waits for staff and hides nothing", async () => {
    await referenceOf(report(pageOf(first()), { website: "https://spam.example" }))
    expect(await statusOf(first())).toBe(200)
  })

  test("a report within thirty days after staff cleared the picture waits for staff and hides nothing", async () => {
    const { dismiss } = await insertModerator()
    const reference = await referenceOf(report(pageOf(first())))
    await dismiss(reference)
    await referenceOf(report(pageOf(first()), { category: "minor" }))
    expect(await statusOf(first())).toBe(200)
    await db
      .update(reports)
      .set({ updatedAt: Date.now() - 31 * DAY })
      .where(eq(reports.reference, reference))
    await referenceOf(report(pageOf(first())))
    expect(await statusOf(first())).toBe(404)
  })
})

describe("staff who close a report without action", () => {
  test("staff who close a report without action restore the picture, and the record names them and the reason", async () => {
    const before = { card: await card(), gallery: await gallery() }
    const reference = await referenceOf(report(pageOf(first())))
    const moderator = await insertModerator()
    expect((await moderator.dismiss(reference)).status).toBe(204)
    expect(await statusOf(first())).toBe(200)
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/)
    expect(await card()).toEqual({ ...before.card, cover: { id: first().id, color } })
    expect(await gallery()).toEqual(before.gallery)
    expect(await copies()).toMatchObject({ photoCount: 2 })
    const closed = { state: "no_action", closedBy: moderator.id, closingReason: "Somebody else is in it." }
    expect(await rowOf(reference)).toMatchObject(closed)
  })

  test("staff who end a case end each of its reports, and restore the picture", async () => {
    const { dismiss } = await insertModerator()
    const [one, two] = [await referenceOf(report(pageOf(first()))), await referenceOf(report(pageOf(first())))]
    await dismiss(one)
    expect([(await rowOf(one))?.state, (await rowOf(two))?.state]).toEqual(["no_action", "no_action"])
    expect(await statusOf(first())).toBe(200)
    expect((await dismiss(two)).status).toBe(409)
  })

  test("staff restore nothing by a report that hid nothing, or by closing one twice", async () => {
    const { dismiss } = await insertModerator()
    const old = await referenceOf(report(pageOf(first())))
    await dismiss(old)
    const minor = await referenceOf(report(pageOf(first()), { category: "terms", email: "ann@example.org" }))
    await withoutDecisionRules(() => db.update(media).set({ state: "reported" }).where(eq(media.id, first().id)))
    expect((await dismiss(minor)).status).toBe(204)
    expect((await dismiss(old)).status).toBe(409)
    expect(await statusOf(first())).toBe(404)
  })

  test.each([
    [en, "Our decision on your message", "and changed nothing."],
    [fr, "Notre décision sur votre message", "et n’avons rien changé."],
  ])(
    "staff who close a report write once to its author's address, with the decision and its reasons: %s",
    async (origin, subject, decision) => {
      const email = `decided-${subject.length}@example.org`
      const body = { category: "depicted", about: pageOf(first()), details: "This is me.", email, good_faith: true }
      const reference = await referenceOf(ask(`${origin}/api/reports`, json(body)))
      const { dismiss } = await insertModerator()
      expect([(await dismiss(reference, "One.\n\nTwo.")).status, (await dismiss(reference)).status]).toEqual([204, 409])
      const mail = await receive(email)
      expect([mail.subject, mail.text.includes(decision)]).toEqual([subject, true])
      expect(mail.text).toMatch(/One\.\s+Two\./)
      expect((await mailsTo(email)).map(({ template, data }) => [template, data])).toEqual([
        ["decision", "{}"],
        ["report", "{}"],
      ])
    },
  )

  test("staff write to nobody about a report that a program probably wrote, or that gave no address", async () => {
    const { dismiss } = await insertModerator()
    const email = "spammed@example.org"
    const spam = await referenceOf(report(pageOf(first()), { email, website: "https://spam.example" }))
    const anonymous = await referenceOf(report(pageOf(other())))
    const before = (await db.select().from(outboxEmails)).length
    for (const reference of [spam, anonymous]) expect((await dismiss(reference)).status).toBe(204)
    expect((await db.select().from(outboxEmails)).length).toBe(before)
  })

  test("only staff close a report, with a reason, and one that exists", async () => {
    const reference = await referenceOf(report(pageOf(first())))
    const { dismiss } = await insertModerator()
    const path = `/admin/cases/${await caseOf(reference)}/dismiss`
    expect((await (await insertPerson()).call("POST", path, { reason: "No." })).status).toBe(404)
    expect((await call(path, { reason: "No." })).status).toBe(401)
    expect((await dismiss(reference, " ")).status).toBe(422)
    expect((await dismiss("R-00000000")).status).toBe(404)
    expect(await statusOf(first())).toBe(404)
  })
})

describe("excessive urgent reports", () => {
  test("excessive urgent reports are accepted, and stored apart: they hide nothing and write to nobody", async () => {
    const address = newAddress()
    const urgent = (change = {}) => report("/escorts/nobody", { category: "minor", ...change }, address)
    for (let n = 0; n < 20; n += 1) expect((await rowOf(await referenceOf(urgent())))?.isSuspect).toBe(false)
    const email = "after-twenty@example.org"
    const reference = await referenceOf(report(pageOf(first()), { category: "danger", email }, address))
    expect(await rowOf(reference)).toMatchObject({ isSuspect: true, hidesMedia: false, priority: "P0" })
    expect([await statusOf(first()), await mailsTo(email)]).toEqual([200, []])
    expect((await rowOf(await referenceOf(report("/escorts/x", { category: "minor" }))))?.isSuspect).toBe(false)
  })

  test("excessive urgent reports from a conversation copy the chosen messages alone", async () => {
    const { member, owner, id } = await insertPair()
    for (const body of ["One", "Two", "Three"]) await owner.send(id, body)
    const headers = { "CF-Connecting-IP": newAddress() }
    const send = async () => {
      const body = { messages: [3], category: "danger", details: "Help" }
      const init = { method: "POST", body: JSON.stringify(body) }
      const json = { "Content-Type": "application/json", ...headers, ...member.headers }
      const response = await fetchApp(`/api/conversations/${id}/report`, { ...init, headers: json })
      const row = await rowOf((await response.json<{ reference: string }>()).reference)
      return db
        .select()
        .from(reportMessages)
        .where(eq(reportMessages.reportId, row?.id ?? ""))
    }
    expect(await send()).toHaveLength(4)
    for (let n = 1; n < 20; n += 1) await send()
    expect(await send()).toMatchObject([{ seq: 3, isChosen: true }])
  })
})

test("a hidden picture's address has the same response for a member", async () => {
  await referenceOf(report(pageOf(first())))
  const init = await signedIn({ id: (await insertPerson()).id })
  const responses = await Promise.all(
    [first().id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"].map((id) => fetchApp(`/media/${id}/640.webp`, init)),
  )
  expect(responses.map(({ status, headers }) => [status, headers.get("Cache-Control")])).toEqual([
    [404, "private, no-store"],
    [404, "private, no-store"],
  ])
})
