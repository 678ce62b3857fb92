import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { contactRules, contentChanges } from "~/db/schema"
import type { PrivateAudience } from "~/domain/chat/limits"
import { en, fr } from "../helpers/app"
import { insertOwner, insertPerson, insertPremium, type Person, personOf, rested } from "../helpers/chat"
import { ask, submit } from "../helpers/mail"
import { shownText } from "../helpers/page"
import { db, insertMedia, insertStaff } from "../helpers/rows"

type Owner = Awaited<ReturnType<typeof insertHost>>

/** Inserts the owner of a public profile with a private photo and a private video. */
async function insertHost() {
  const owner = await insertOwner()
  const kinds = { profileId: owner.profile.id, visibility: "private" as const }
  const photo = await insertMedia(kinds)
  const video = await insertMedia({ ...kinds, kind: "video", duration: 8 })
  await env.MEDIA.put(`${photo.storageKey}/640.webp`, "a picture")
  await env.MEDIA.put(`${video.storageKey}/video.mp4`, "a film")
  return { ...owner, photo, video }
}

const rules = { verified_only: false, premium_only: false, languages: [], daily_budget: null }
const choose = (owner: Owner, private_for: PrivateAudience) =>
  owner.call("PUT", "/me/contact-rules", { ...rules, private_for })

/** A request of the reader to the owner; returns the conversation's id. */
async function request(reader: Person, owner: Owner): Promise<string> {
  const { conversation } = await (await reader.ask(owner.slug)).json<{ conversation: { id: string } }>()
  await rested(conversation.id)
  return conversation.id
}

async function acceptedBy(owner: Owner): Promise<Person> {
  const reader = await insertPremium()
  const id = await request(reader, owner)
  await owner.call("POST", `/conversations/${id}/accept`)
  await rested(id)
  return reader
}

/** Each reader, made when the gallery is open to all Premium members; `before` runs after their passes are issued. */
const readers = {
  visitor: { make: async () => null },
  member: { make: () => insertPerson() },
  "premium, not accepted": { make: () => insertPremium() },
  "premium, requested": {
    make: async (owner: Owner) => {
      const reader = await insertPremium()
      await request(reader, owner)
      return reader
    },
  },
  "premium, declined": {
    make: async (owner: Owner) => {
      const reader = await insertPremium()
      const id = await request(reader, owner)
      await owner.call("POST", `/conversations/${id}/decline`)
      await rested(id)
      return reader
    },
  },
  "premium, accepted": { make: acceptedBy },
  "accepted, then blocked": {
    make: acceptedBy,
    before: (owner: Owner, reader: Person) => owner.call("PUT", `/blocks/${reader.id}`),
  },
  "accepted, then blocking": {
    make: acceptedBy,
    before: (owner: Owner, reader: Person) => reader.call("PUT", `/blocks/${owner.id}`),
  },
  owner: { make: async (owner: Owner) => owner },
  staff: { make: async () => personOf(await insertStaff()) },
} satisfies Record<
  string,
  {
    make: (owner: Owner) => Promise<Person | null>
    before?: (owner: Owner, reader: Person) => Promise<Response>
  }
>
type Reader = keyof typeof readers

/** A reader's view: the gallery, placeholders and what they need, or nothing that shows there is a profile. */
type Sight = "open" | "premium" | "acceptance" | "gone"

const table: [Reader, Record<PrivateAudience, Sight>][] = [
  ["visitor", { premium: "premium", accepted: "premium" }],
  ["member", { premium: "premium", accepted: "premium" }],
  ["premium, not accepted", { premium: "open", accepted: "acceptance" }],
  ["premium, requested", { premium: "open", accepted: "acceptance" }],
  ["premium, declined", { premium: "open", accepted: "acceptance" }],
  ["premium, accepted", { premium: "open", accepted: "open" }],
  ["accepted, then blocked", { premium: "gone", accepted: "gone" }],
  ["accepted, then blocking", { premium: "gone", accepted: "gone" }],
  ["owner", { premium: "open", accepted: "open" }],
  ["staff", { premium: "open", accepted: "open" }],
]

const headersOf = (reader: Person | null): RequestInit =>
  reader ? { headers: { Cookie: `__Host-salon_session=${reader.session.token}` } } : {}
const statusOf = async (path: string, reader: Person | null) => (await ask(path, headersOf(reader))).status

/** Asks for a pass to a media item; returns its query, or the status of the refusal. */
async function takePass(reader: Person | null, id: string): Promise<string | number> {
  const response = reader
    ? await reader.call("POST", `/media/${id}/ticket`)
    : await ask(`/api/media/${id}/ticket`, { method: "POST", headers: { Origin: en } })
  return response.status === 200 ? (await response.json<{ query: string }>()).query : response.status
}

/** Returns what the private page, the private album and the API show, which is one thing or the test fails. */
async function sightOf(owner: Owner, reader: Person | null): Promise<Sight> {
  const { slug, photo, video } = owner
  const page = await ask(`/escorts/${slug}/private`, headersOf(reader))
  const html = await page.text()
  const album = await ask(`/escorts/${slug}/gallery?album=private`, headersOf(reader))
  const api = await ask(`/api/profiles/${slug}/private`, headersOf(reader))
  if (page.status === 404) {
    expect([album.status, api.status]).toEqual([404, 404])
    return "gone"
  }
  const body = await api.json<{ data: { id: string }[]; is_open: boolean; needs: Sight | null }>()
  const profile = await (await ask(`/api/profiles/${slug}`, headersOf(reader))).json<{ sees_private: boolean }>()
  const isOpen = body.needs === null
  expect([body.is_open, profile.sees_private, album.status]).toEqual([isOpen, isOpen, isOpen ? 200 : 302])
  expect(body.data.map(({ id }) => id)).toEqual(isOpen ? [photo.id, video.id] : [])
  for (const { id } of [photo, video]) expect(html.includes(id)).toBe(isOpen)
  expect(html.includes("data:image/png")).toBe(!isOpen)
  if (reader) for (const one of [page, album, api]) expect(one.headers.get("Cache-Control")).toBe("private, no-store")
  return body.needs ?? "open"
}

describe.each(["premium", "accepted"] as const)("a gallery for %s", (audience) => {
  test.each(table)("shows the private media as the owner chose to: %s", async (name, sights) => {
    const owner = await insertHost()
    const { make, before } = readers[name] as (typeof readers)["accepted, then blocked"]
    const reader = (await make(owner)) as Person | null
    const passes = { photo: await takePass(reader, owner.photo.id), video: await takePass(reader, owner.video.id) }
    if (reader) await before?.(owner, reader)
    expect((await choose(owner, audience)).status).toBe(200)

    const sight = sights[audience]
    expect(await sightOf(owner, reader)).toBe(sight)
    const isOpen = sight === "open"
    const refusal = reader ? 404 : 401
    for (const { id } of [owner.photo, owner.video]) {
      const pass = await takePass(reader, id)
      expect(isOpen ? typeof pass : pass).toBe(isOpen ? "string" : refusal)
    }
    const served = isOpen ? 200 : 404
    expect(await statusOf(`/media/${owner.photo.id}/640.webp${passes.photo}`, reader)).toBe(served)
    expect(await statusOf(`/media/${owner.video.id}/video.mp4${passes.video}`, reader)).toBe(served)
  })
})

describe("the owner's choice", () => {
  let owner: Owner
  beforeAll(async () => {
    owner = await insertHost()
  })
  const settings = "/profile/settings/messages"
  const stored = async () => (await owner.get<{ private_for: string }>("/me/contact-rules")).private_for

  test("is every Premium member until another one is made, on the page or by the API, and stays when it is left out", async () => {
    expect(await stored()).toBe("premium")
    expect(
      (await submit(settings, { intent: "rules", daily_budget: "", private_for: "accepted" }, headersOf(owner))).status,
    ).toBe(200)
    expect(await stored()).toBe("accepted")
    const html = await (await ask(settings, headersOf(owner))).text()
    expect(html).toMatch(
      /<input[^>]*name="private_for"[^>]*checked=""[^>]*value="accepted"|value="accepted"[^>]*checked=""/,
    )
    const kept = await owner.call("PUT", "/me/contact-rules", rules)
    expect([kept.status, await kept.json()]).toEqual([200, { ...rules, private_for: "accepted" }])
    expect((await submit(settings, { intent: "rules", daily_budget: "2" }, headersOf(owner))).status).toBe(200)
    expect(await stored()).toBe("accepted")
    expect((await owner.call("PUT", "/me/contact-rules", { ...rules, private_for: "nobody" })).status).toBe(422)
    expect(
      (await submit(settings, { intent: "rules", daily_budget: "", private_for: "nobody" }, headersOf(owner))).status,
    ).toBe(422)
    expect(await stored()).toBe("accepted")
  })

  test("is told to visitors by the page cache from its next epoch on, and other rules do not drop the pages", async () => {
    const changed = async () => {
      const [change] = await db
        .select()
        .from(contentChanges)
        .where(eq(contentChanges.scope, `profile:${owner.profile.id}`))
      return change?.epoch ?? 0
    }
    await choose(owner, "premium")
    let before = await changed()
    await owner.call("PUT", "/me/contact-rules", { ...rules, daily_budget: 3 })
    expect(await changed()).toBe(before)
    for (const [audience, isChange] of [
      ["accepted", true],
      ["accepted", false],
      ["premium", true],
    ] as const) {
      await choose(owner, audience)
      expect([audience, (await changed()) > before]).toEqual([audience, isChange])
      before = await changed()
    }
    await choose(owner, "accepted")
    before = await changed()
    await db.delete(contactRules).where(eq(contactRules.userId, owner.id))
    expect(await changed()).toBeGreaterThan(before)
  })

  test.each([
    ["en", en, "Premium opens this private gallery at once.", "to Premium members whose request is accepted."],
    ["fr", fr, "Premium ouvre tout de suite", "aux membres Premium dont la demande est acceptée."],
  ])("is what the locked page says, in %s", async (_locale, origin, ofAll, ofAccepted) => {
    await choose(owner, "premium")
    const read = async () =>
      shownText(await (await ask(`${origin}/escorts/${owner.slug}/private`, headersOf(await insertPerson()))).text())
    expect(await read()).toContain(ofAll)
    await choose(owner, "accepted")
    const narrowed = await read()
    expect([narrowed.includes(ofAll), narrowed.includes(ofAccepted)]).toEqual([false, true])
  })

  test("tells a Premium member to write first, and one who wrote where the conversation is", async () => {
    await choose(owner, "accepted")
    const reader = await insertPremium()
    const read = async () => (await ask(`/escorts/${owner.slug}/private`, headersOf(reader))).text()
    const first = await read()
    expect(shownText(first)).toContain("first. The gallery opens to you once your request is accepted.")
    expect(first).toContain(`href="/profile/chat/new?profile=${owner.slug}"`)
    expect(first).not.toContain("/profile/plans")
    const id = await request(reader, owner)
    const second = await read()
    expect(shownText(second)).toContain("isn’t accepted yet. The gallery opens to you once it is.")
    expect(second).toContain(`href="/profile/chat/${id}"`)
  })

  test("is what the owner reads beside a request, in the API and on the page", async () => {
    const reader = await insertPremium()
    const id = await request(reader, owner)
    const page = async () => shownText(await (await ask(`/profile/chat/${id}`, headersOf(owner))).text())
    await choose(owner, "premium")
    expect((await owner.conversation(id)).opens_private).toBe(false)
    expect(await page()).toContain("Like every Premium member, they see your profile with its private gallery")
    await choose(owner, "accepted")
    expect((await owner.conversation(id)).opens_private).toBe(true)
    expect(await page()).toContain("Your private gallery opens to them once you accept.")
    expect((await reader.conversation(id)).opens_private).toBe(false)
    await owner.call("POST", `/conversations/${id}/accept`)
    expect((await owner.conversation(id)).opens_private).toBe(false)
  })
})
