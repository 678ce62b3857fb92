import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, describe, expect, test } from "vitest"
import { profiles } from "~/db/schema"
import type { checkStates } from "~/db/schema/profiles/identity"
import type { profileStates } from "~/db/schema/profiles/profiles"
import { fetchApp, withAccess } from "../helpers/app"
import { insertPerson, type Person } from "../helpers/chat"
import { takeWoken } from "../helpers/mail"
import {
  db,
  insertCategory,
  insertCheck,
  insertCity,
  insertMedia,
  insertProfile,
  insertSubscription,
  withoutDecisionRules,
} from "../helpers/rows"

type ProfileState = (typeof profileStates)[number]
type CheckState = (typeof checkStates)[number]

/** The states in which an owner has a profile (product-spec 6), by hand: a new state must be decided here. */
const counts = {
  draft: false,
  submitted: false,
  in_review: false,
  changes_requested: false,
  rejected: false,
  approved: true,
  published: true,
  paused: true,
  suspended: false,
  banned: false,
  withdrawn: false,
} as const satisfies Record<ProfileState, boolean>

/** Remainder of the account after an identity check, by hand: a new state must be decided here. */
const leaves = {
  none: "all",
  pending: "all",
  processing: "all",
  verified: "all",
  needs_input: "all",
  expired: "all",
  revoked: "all",
  refused: "a member",
  refused_age: "nothing",
  redacted: "all",
} as const satisfies Record<CheckState, "all" | "a member" | "nothing">

let base: { cityId: string; categoryId: string }
let photo: { id: string; storageKey: string }
let gallery: { slug: string }

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  const profile = await insertProfile(base)
  gallery = profile
  photo = await insertMedia({ profileId: profile.id, visibility: "private" })
  await env.MEDIA.put(`${photo.storageKey}/640.webp`, "the private picture")
})

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

afterEach(() => void takeWoken())

/** Returns what somebody may do that takes Premium, and whether they have a workshop: true, or why not. */
async function powersOf(person: Person, pass: string) {
  const open = await person.call("GET", `/profiles/${gallery.slug}/private`)
  const ticket = await person.call("POST", `/media/${photo.id}/ticket`)
  const picture = await fetchApp(`/media/${photo.id}/640.webp${pass}`, await withAccess({ headers: person.headers }))
  const chat = await person.ask(gallery.slug)
  const workshop = await person.call("GET", "/me/profile")
  return {
    gallery: open.status === 200 ? (await open.json<{ is_open: boolean }>()).is_open : await codeOf(open),
    ticket: ticket.status === 200 || (await codeOf(ticket)),
    picture: picture.status === 200 || (await codeOf(picture)),
    chat: chat.status === 201 || (await codeOf(chat)),
    workshop: workshop.status === 200 || (await codeOf(workshop)),
  }
}

const all = { gallery: true, ticket: true, picture: true, chat: true, workshop: true }
const memberWithWorkshop = {
  gallery: false,
  ticket: "request.not_found",
  picture: "request.not_found",
  chat: "chat.premium_required",
  workshop: true,
}
const closed = "account.refused"
const nothing = { gallery: closed, ticket: closed, picture: "request.not_found", chat: closed, workshop: closed }

describe("what an owner's profile gives them", () => {
  const states = Object.keys(counts) as ProfileState[]
  const checks = [null, ...(Object.keys(leaves) as CheckState[])]

  /** Inserts an owner; `pass` is what they had to the private photo before their states were these. */
  async function insertIn(state: ProfileState, status: CheckState | null) {
    const person = await insertPerson()
    const profile = await insertProfile({ ...base, ownerId: person.id })
    const ticket = await person.call("POST", `/media/${photo.id}/ticket`)
    const { query: pass } = await ticket.json<{ query: string }>()
    if (state !== "published")
      await withoutDecisionRules(() => db.update(profiles).set({ state }).where(eq(profiles.id, profile.id)))
    if (status) await insertCheck({ userId: person.id, status })
    const left = status === null ? "all" : leaves[status]
    const expected = left === "nothing" ? nothing : left === "all" && counts[state] ? all : memberWithWorkshop
    return { person, pass, expected }
  }

  test.each(states)("of an owner whose profile is %s, who may do what follows from its state", async (state) => {
    const { person, pass, expected } = await insertIn(state, null)
    expect(await powersOf(person, pass)).toEqual(expected)
  })

  test.each(checks)(
    "of an owner of a published profile whose identity check is %s, who may do what follows from the check",
    async (status) => {
      const { person, pass, expected } = await insertIn("published", status)
      expect(await powersOf(person, pass)).toEqual(expected)
    },
  )

  test.each(states)("the states of identity checks decide beside the state %s of the profile", async (state) => {
    for (const status of checks) {
      const { person, expected } = await insertIn(state, status)
      const { profile } = await person.get<{ profile: object | null }>("/auth/me")
      const { status: favorites } = await person.call("GET", "/me/favorites")
      const is = { hasProfile: profile !== null, isClosed: favorites === 403 }
      const isClosed = expected === nothing
      expect({ status, ...is }).toEqual({ status, hasProfile: expected === all, isClosed })
    }
  })

  test("the signed-in user's `profile` is the one that counts, and the workshop has the one that they edit", async () => {
    const person = await insertPerson()
    const { id } = await insertProfile({ ...base, ownerId: person.id, state: "draft" })
    const profileOf = async () => (await person.get<{ profile: unknown }>("/auth/me")).profile
    expect([await profileOf(), (await person.call("GET", "/me/profile")).status]).toEqual([null, 200])
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, id))
    expect(await profileOf()).toMatchObject({ id, state: "paused" })
  })

  test("the owner of a draft sees their own photos, and nobody else's private ones", async () => {
    const person = await insertPerson()
    const profile = await insertProfile({ ...base, ownerId: person.id, state: "draft" })
    const own = await insertMedia({ profileId: profile.id, visibility: "private", state: "ready" })
    await env.MEDIA.put(`${own.storageKey}/640.webp`, "their own picture")
    const ticket = await person.call("POST", `/media/${own.id}/ticket`)
    const { query } = await ticket.json<{ query: string }>()
    const open = async (id: string) =>
      (await fetchApp(`/media/${id}/640.webp${query}`, await withAccess({ headers: person.headers }))).status
    expect([await open(own.id), await open(photo.id)]).toEqual([200, 404])
    expect((await person.call("POST", `/media/${photo.id}/ticket`)).status).toBe(404)
  })

  test("what a member reads of their rights agrees with what they may do", async () => {
    const person = await insertPerson()
    const { id } = await insertProfile({ ...base, ownerId: person.id, state: "rejected" })
    const premium = async () => {
      const { data } = await person.get<{ data: { rule: string; holds: boolean; reason: string }[] }>(
        "/me/entitlements",
      )
      const { holds, reason } = data.find(({ rule }) => rule === "premium") ?? {}
      return { holds, reason }
    }
    expect(await premium()).toEqual({ holds: false, reason: "none" })
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, id))
    expect(await premium()).toEqual({ holds: true, reason: "profile" })
    await insertCheck({ userId: person.id, status: "refused" })
    expect(await premium()).toEqual({ holds: false, reason: "none" })
  })

  test("a subscription outlives a rejected profile, and none opens the account of a minor", async () => {
    const person = await insertPerson()
    await insertSubscription({ userId: person.id })
    await insertProfile({ ...base, ownerId: person.id, state: "rejected" })
    expect(await powersOf(person, "")).toMatchObject({ gallery: true, chat: true })
    await insertCheck({ userId: person.id, status: "refused_age" })
    expect(await powersOf(person, "")).toEqual(nothing)
  })
})
