import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { media, profiles, sessions, subscriptions } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { addCookie, en, fetchApp, fr, withAccess } from "../helpers/app"
import { watchLog } from "../helpers/log"
import {
  db,
  insertCategory,
  insertCity,
  insertColleague,
  insertMedia,
  insertProfile,
  insertSession,
  insertStaff,
  insertSubscription,
  insertUser,
  withoutDecisionRules,
} from "../helpers/rows"

watchLog()

let base: { cityId: string; categoryId: string }
let profile: { id: string; slug: string; ownerId: string }
let photo: Awaited<ReturnType<typeof insertMedia>>
let video: typeof photo
const secret = "the private picture itself"

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})

beforeEach(async () => {
  profile = await insertProfile({ ...base, privatePhotoCount: 1 })
  await insertMedia({ profileId: profile.id })
  photo = await insertMedia({ profileId: profile.id, visibility: "private" })
  video = await insertMedia({
    profileId: profile.id,
    visibility: "private",
    kind: "video",
    width: 1_280,
    height: 720,
    duration: 400,
    captions: "en",
  })
  for (const name of ["320.webp", "640.webp", "640.avif", "800.webp"])
    await env.MEDIA.put(`${photo.storageKey}/${name}`, secret)
  for (const name of ["640.webp", "video.mp4", "captions.en.vtt"])
    await env.MEDIA.put(`${video.storageKey}/${name}`, secret)
})

/** Inserts a user with a session; `as` sends their requests. */
async function person(make: () => Promise<{ id: string }>) {
  const user = await make()
  const { token, familyId } = await insertSession({ userId: user.id })
  const as = async (path: string, init: RequestInit = {}) =>
    fetchApp(path, addCookie(await withAccess(init), `__Host-salon_session=${token}`))
  return { user, token, familyId, as }
}

async function premiumUser() {
  const user = await insertUser()
  await insertSubscription({ userId: user.id })
  return user
}

async function ownerOfAnother() {
  const user = await insertUser()
  await insertProfile({ ...base, ownerId: user.id })
  return user
}

type Item = { id: string; kind: string; pass: { query: string; expires_at: number } }

/** Returns what the API shows a reader of the private section. */
async function listed(as: (path: string) => Promise<Response>) {
  const response = await as(`/api/profiles/${profile.slug}/private`)
  return (await response.json()) as {
    data: Item[]
    is_open: boolean
    photo_count: number
    video_count: number
    next_cursor: null
  }
}

async function passFor(as: (path: string) => Promise<Response>, id: string): Promise<string> {
  const item = (await listed(as)).data.find((one) => one.id === id)
  if (!item) throw new Error("This is not shown to them")
  return item.pass.query
}

describe("a pass to a private medium", () => {
  test.each([
    ["a premium member", premiumUser],
    ["staff of the root group", insertStaff],
    ["who has a profile", ownerOfAnother],
  ])("a pass opens every variant of a private medium to %s, and no response is cached", async (_who, make) => {
    const { as } = await person(make)
    const picture = await passFor(as, photo.id)
    for (const name of ["320.webp", "640.avif", "800.webp"]) {
      const response = await as(`/media/${photo.id}/${name}${picture}`)
      expect([name, response.status, await response.text()]).toEqual([name, 200, secret])
      expect(response.headers.get("Cache-Control")).toBe("private, no-store")
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff")
    }
    const film = await passFor(as, video.id)
    for (const name of ["640.webp", "video.mp4", "captions.en.vtt"])
      expect([name, (await as(`/media/${video.id}/${name}${film}`)).status]).toEqual([name, 200])
    const part = await as(`/media/${video.id}/video.mp4${film}`, { headers: { Range: "bytes=0-2" } })
    expect([part.status, await part.text(), part.headers.get("Cache-Control")]).toEqual([
      206,
      "the",
      "private, no-store",
    ])
  })

  test("a pass opens a private medium on the other language's domain, after a hand-off of the same sign-in", async () => {
    const { as, user, familyId } = await person(premiumUser)
    const query = await passFor(as, photo.id)
    const { token } = await insertSession({ userId: user.id, familyId })
    const there = addCookie(await withAccess(), `__Host-salon_session=${token}`)
    expect((await fetchApp(`${fr}/media/${photo.id}/640.webp${query}`, there)).status).toBe(200)
  })

  test("a pass opens a private medium to a program with its token", async () => {
    const user = await premiumUser()
    const { token } = await insertSession({ userId: user.id, kind: "api" })
    const headers = { Authorization: `Bearer ${token}` }
    const as = async (path: string) => fetchApp(path, await withAccess({ headers }))
    expect((await as(`/media/${photo.id}/640.webp${await passFor(as, photo.id)}`)).status).toBe(200)
  })

  test("a pass is needed even by a reader who may see the medium", async () => {
    const { as } = await person(premiumUser)
    expect((await as(`/media/${photo.id}/640.webp`)).status).toBe(404)
  })

  test("a pass opens nothing else: no other medium, and no unknown variant", async () => {
    const { as } = await person(premiumUser)
    const query = await passFor(as, photo.id)
    await env.MEDIA.put(`${photo.storageKey}/original.jpg`, secret)
    expect((await as(`/media/${video.id}/video.mp4${query}`)).status).toBe(404)
    expect((await as(`/media/${photo.id}/original.jpg${query}`)).status).toBe(404)
    expect((await as(`/media/${photo.id}/video.mp4${query}`)).status).toBe(404)
  })

  test("a pass is worthless to any other reader, whatever they may see", async () => {
    const first = await person(premiumUser)
    const query = await passFor(first.as, photo.id)
    const again = await person(async () => first.user)
    const others = [await person(premiumUser), await person(insertStaff), await person(() => insertUser()), again]
    for (const { as } of others) expect((await as(`/media/${photo.id}/640.webp${query}`)).status).toBe(404)
    expect((await fetchApp(`/media/${photo.id}/640.webp${query}`, await withAccess())).status).toBe(404)
    expect((await fetchApp(`/media/${photo.id}/640.webp${query}`)).status).toBe(403)
  })

  test("an altered or invented pass opens nothing", async () => {
    const { as } = await person(premiumUser)
    const query = await passFor(as, photo.id)
    const [, e = "", s = ""] = /^\?e=(\d+)&s=([\w-]{43})$/.exec(query) ?? []
    const flipped = (s[0] === "A" ? "B" : "A") + s.slice(1)
    for (const forged of [
      `?e=${Number(e) + 60}&s=${s}`,
      `?e=${e}&s=${flipped}`,
      `?e=${e}&s=${s.slice(0, 42)}`,
      `?e=${e}&s=${s}A`,
      `?e=${e}`,
      `?s=${s}`,
      `?e=0${e}&s=${s}`,
      `?e=-${e}&s=${s}`,
      `?e=${e}.0&s=${s}`,
      `?e=9e99&s=${s}`,
      `?e=${e}&s=`,
      `?e=${e}&s=${"A".repeat(43)}`,
      `?e=&s=${s}`,
    ])
      expect([forged, (await as(`/media/${photo.id}/640.webp${forged}`)).status]).toEqual([forged, 404])
  })

  test("a pass expires after five minutes", async () => {
    const { as } = await person(premiumUser)
    const query = await passFor(as, photo.id)
    const start = Date.now()
    const clock = vi.spyOn(Date, "now")
    try {
      clock.mockReturnValue(start + 4 * 60_000 + 55_000)
      expect((await as(`/media/${photo.id}/640.webp${query}`)).status).toBe(200)
      clock.mockReturnValue(start + 5 * 60_000 + 1_000)
      expect((await as(`/media/${photo.id}/640.webp${query}`)).status).toBe(404)
    } finally {
      clock.mockRestore()
    }
  })

  test("a pass is worthless once Premium has ended, or the sign-in", async () => {
    const lapsed = await person(premiumUser)
    const query = await passFor(lapsed.as, photo.id)
    for (const status of ["past_due", "canceled", "trialing"] as const) {
      await db.update(subscriptions).set({ stripeStatus: status }).where(eq(subscriptions.userId, lapsed.user.id))
      expect([status, (await lapsed.as(`/media/${photo.id}/640.webp${query}`)).status]).toEqual([status, 404])
    }
    const gone = await person(premiumUser)
    const other = await passFor(gone.as, photo.id)
    await db.delete(sessions).where(eq(sessions.userId, gone.user.id))
    expect((await gone.as(`/media/${photo.id}/640.webp${other}`)).status).toBe(404)
  })

  test("a pass opens no withdrawn medium, from that moment on", async () => {
    const { as } = await person(premiumUser)
    const path = `/media/${photo.id}/640.webp${await passFor(as, photo.id)}`
    expect((await as(path)).status).toBe(200)
    await withoutDecisionRules(() => db.update(media).set({ state: "rejected" }).where(eq(media.id, photo.id)))
    expect((await as(path)).status).toBe(404)
    await db.update(media).set({ state: "approved" }).where(eq(media.id, photo.id))
    for (const state of ["paused", "suspended", "withdrawn"] as const) {
      await withoutDecisionRules(() => db.update(profiles).set({ state }).where(eq(profiles.id, profile.id)))
      expect([state, (await as(path)).status]).toEqual([state, 404])
    }
  })
})

describe("another pass (POST /api/media/{id}/ticket)", () => {
  const ticket = (as: (path: string, init?: RequestInit) => Promise<Response>, id: string) =>
    as(`/api/media/${id}/ticket`, { method: "POST", headers: { Origin: en } })

  test("a pass is issued (POST /api/media/{id}/ticket) to a reader who may see the medium, and opens it", async () => {
    const { as } = await person(premiumUser)
    const response = await ticket(as, video.id)
    expect(response.status).toBe(200)
    expect(response.headers.get("Cache-Control")).toBe("private, no-store")
    const { query, expires_at } = (await response.json()) as { query: string; expires_at: number }
    expect(expires_at - Date.now()).toBeLessThanOrEqual(5 * 60_000)
    expect(expires_at - Date.now()).toBeGreaterThan(4 * 60_000)
    expect((await as(`/media/${video.id}/video.mp4${query}`)).status).toBe(200)
  })

  test("a pass is refused to everyone else, and for media that are public, unknown or withdrawn", async () => {
    const plain = await person(() => insertUser())
    const { as } = await person(premiumUser)
    const open = await insertMedia({ profileId: profile.id, kind: "video" })
    const held = await insertMedia({ profileId: profile.id, visibility: "private", state: "quarantined" })
    expect((await ticket(async (path, init) => fetchApp(path, await withAccess(init)), video.id)).status).toBe(401)
    const responses = await Promise.all([
      ticket(plain.as, video.id),
      ticket(plain.as, "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
      ticket(as, open.id),
      ticket(as, held.id),
      ticket(as, "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    ])
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test("a pass is not issued to another site in the reader's name", async () => {
    const { as } = await person(premiumUser)
    const init = { method: "POST", headers: { Origin: "https://elsewhere.example" } }
    expect((await as(`/api/media/${video.id}/ticket`, init)).status).toBe(403)
  })
})

describe("a reviewer without Premium", () => {
  const listOf = async (as: (path: string) => Promise<Response>, state: string) =>
    ((await (await as(`/api/admin/media?state=${state}`)).json()) as { data: Item[] }).data

  test.each(["ready", "approved", "reported"] as const)(
    "a moderator sees the pictures that are %s, by their pass",
    async (state) => {
      await withoutDecisionRules(() => db.update(media).set({ state }).where(eq(media.id, photo.id)))
      const { as } = await person(() => insertColleague("moderator"))
      const item = (await listOf(as, state)).find(({ id }) => id === photo.id)
      expect((await as(`/media/${photo.id}/640.webp${item?.pass.query}`)).status).toBe(200)
      expect((await as(`/media/${photo.id}/640.webp`)).status).toBe(404)
      expect((await as(`/api/media/${photo.id}/ticket`, { method: "POST", headers: { Origin: en } })).status).toBe(200)
    },
  )

  test("a moderator sees no quarantined picture, and no private gallery", async () => {
    const { as } = await person(() => insertColleague("moderator"))
    const item = (await listOf(as, "approved")).find(({ id }) => id === photo.id)
    await db.update(media).set({ state: "quarantined" }).where(eq(media.id, photo.id))
    expect((await as(`/media/${photo.id}/640.webp${item?.pass.query}`)).status).toBe(404)
    expect((await listed(as)).is_open).toBe(false)
  })

  test("a trust lead who sees the site as a premium member sees no private picture, by whichever pass", async () => {
    const { as, token } = await person(() => insertColleague("trust_lead"))
    const item = (await listOf(as, "approved")).find(({ id }) => id === photo.id)
    const path = `/media/${photo.id}/640.webp${item?.pass.query}`
    expect((await as(path)).status).toBe(200)
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() })
      .where(eq(sessions.tokenHash, sha256(token)))
    const member = await premiumUser()
    const form = new URLSearchParams({ intent: "sign_in_as", reason: "They cannot find their favourites." })
    const started = await as(`/dashboard/admin/users/${member.id}`, {
      method: "POST",
      body: form,
      headers: { Origin: en },
      redirect: "manual",
    })
    expect(started.status).toBe(302)
    expect([403, 404]).toContain((await as(path)).status)
  })
})

describe("readers without access to the private section", () => {
  /** Returns the responses to every request about this profile, headers too. */
  async function everything(as: (path: string) => Promise<Response>): Promise<string> {
    const { slug } = profile
    const sections = ["", "/gallery", "/infos", "/private", "/services", "/videos"]
    const pages = sections.flatMap((section) => [`/escorts/${slug}${section}`, `/escorts/${slug}${section}.data`])
    const paths = [
      ...pages.flatMap((path) => [en + path, fr + path]),
      `/escorts/${slug}/gallery?album=private`,
      `/escorts/${slug}/gallery?photo=${photo.id}`,
      `/escorts/${slug}/gallery.data?album=private&photo=${photo.id}`,
      "/",
      "/escorts",
      "/escorts.data",
      "/api/profiles",
      ...sections.filter((section) => section !== "/infos").map((section) => `/api/profiles/${slug}${section}`),
      ...[photo, video].flatMap(({ id }) =>
        ["320.webp", "640.webp", "video.mp4", "captions.en.vtt", "blur.webp"].map((name) => `/media/${id}/${name}`),
      ),
    ]
    const answers = await Promise.all(
      paths.map(async (path) => {
        const response = await as(path)
        // A refusal repeats the request: only what a response adds to it counts.
        const text = (await response.text()).replaceAll(path, "")
        return [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n") + text
      }),
    )
    return answers.join("\n")
  }

  const secrets = () => [photo.id, video.id, photo.storageKey, video.storageKey, photo.thumbhash, secret]

  test.each<[string, () => Promise<(path: string) => Promise<Response>>]>([
    ["a visitor", async () => async (path: string) => fetchApp(path, await withAccess())],
    ["a member", async () => (await person(() => insertUser())).as],
    [
      "a member whose Premium is not active",
      async () => {
        const { as, user } = await person(() => insertUser())
        await insertSubscription({ userId: user.id, stripeStatus: "past_due" })
        return as
      },
    ],
  ])(
    "a reader without access to the private section, %s, gets no byte of it, no id and no key",
    async (_who, requester) => {
      const all = await everything(await requester())
      // These pages exist as before, with the number and the placeholders.
      expect(all).toContain("data:image/png;base64,")
      expect(all).toContain(profile.slug)
      // An id in the request is repeated in the page of its own refusal, encoded as it was sent.
      const withoutQuestions = all.replaceAll(`photo=${photo.id}`, "")
      for (const secret of secrets()) expect(withoutQuestions).not.toContain(secret)
    },
  )

  test.each<[string, () => Promise<(path: string) => Promise<Response>>]>([
    ["a premium member", async () => (await person(premiumUser)).as],
    ["the owner", async () => (await person(async () => ({ id: profile.ownerId }))).as],
    ["an admin", async () => (await person(insertStaff)).as],
  ])(
    "a reader with access to the private section, %s, gets the ids, and neither keys nor bytes without a pass",
    async (_who, requester) => {
      const all = await everything(await requester())
      expect(all).toContain(photo.id)
      expect(all).toContain(video.id)
      for (const hidden of [photo.storageKey, video.storageKey, photo.thumbhash, secret])
        expect(all).not.toContain(hidden)
    },
  )

  test("a reader without access to the private section is shown the number of its media", async () => {
    const { as } = await person(() => insertUser())
    expect(await listed(as)).toEqual({
      data: [],
      next_cursor: null,
      is_open: false,
      needs: "premium",
      photo_count: 1,
      video_count: 1,
    })
  })

  test("a reader without access gets the same response for a private medium as for an unknown one", async () => {
    const bodies = await Promise.all(
      [photo.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"].map(async (id) => {
        const response = await fetchApp(`/media/${id}/640.webp`, await withAccess())
        const { request_id: _, ...body } = (await response.json()) as Record<string, unknown>
        return [response.status, body, response.headers.get("Cache-Control")]
      }),
    )
    expect(bodies[0]).toEqual(bodies[1])
  })

  test("a reader without access is redirected from the private album to the private section", async () => {
    const response = await fetchApp(`/escorts/${profile.slug}/gallery?album=private`, await withAccess())
    expect([response.status, response.headers.get("Location")]).toEqual([302, `/escorts/${profile.slug}/private`])
  })
})
