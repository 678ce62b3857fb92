import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { favorites, hiddenAddresses, profileLanguages, profileServices, profiles, slugRedirects } from "~/db/schema"
import { resolveActor } from "~/domain/accounts/sessions/session.server"
import { findRecipient } from "~/domain/chat/service.server"
import type { Ctx } from "~/domain/core/context"
import { unknownCode } from "~/domain/core/countries/codes"
import { bindCursor, type CursorScope } from "~/domain/core/shared/cursor-scope"
import { composeDigestMail } from "~/domain/notifications/digest.server"
import { encodeCursor } from "~/domain/profiles/cursor"
import { findFavorites } from "~/domain/profiles/favorites/service.server"
import { findNewestPortraits, getMemberHome } from "~/domain/profiles/member-home/member-home.server"
import { findSuggestions } from "~/domain/profiles/search/suggestions.server"
import { getInfos, getPublicProfile } from "~/domain/profiles/sections.server"
import { findProfiles, getHomePage } from "~/domain/profiles/service.server"
import { isAppError } from "~/lib/errors"
import { createCtx } from "../../../worker/context"
import { PushService } from "../../push-service"
import { fetchApp, withAccess } from "../helpers/app"
import { insertPerson, rested } from "../helpers/chat"
import { runJobs, takeJobs } from "../helpers/mail"
import { DAY, db, insertCategory, insertCity, insertMedia, insertProfile, insertService } from "../helpers/rows"

/** A member with a profile, a private picture, a private video and a portrait. */
type Someone = Awaited<ReturnType<typeof insertSomeone>>
/** Returns whether `viewer` finds the other member there now. `old` holds passes from before the block. */
type Surface = (viewer: Someone, other: Someone, old: { photo: string; video: string }) => Promise<boolean>

const region = "north"
let place: { cityId: string; categoryId: string; availableUntil: number }
let city: string
let category: string
let service: string
let neighbour: string
let people: { blocker: Someone; blocked: Someone; conversationId: string }
let push: PushService
const avatarVersion = "01ARZ3NDEKTSV4RRFFQ69G5FAV"

async function insertSomeone(name: string) {
  const person = await insertPerson({ avatarVersion, name })
  const profile = await insertProfile({ ...place, ownerId: person.id, name, slug: name.toLowerCase() })
  const kinds = { profileId: profile.id, visibility: "private" as const }
  const photo = await insertMedia(kinds)
  const video = await insertMedia({ ...kinds, kind: "video", duration: 8, captions: "en" })
  await env.MEDIA.put(`${photo.storageKey}/640.webp`, "a picture")
  await env.MEDIA.put(`${video.storageKey}/video.mp4`, "a film")
  await env.MEDIA.put(`avatars/${person.id}/${avatarVersion}.webp`, "a face")
  await db.insert(slugRedirects).values({ slug: `once-${profile.slug}`, profileId: profile.id, createdAt: Date.now() })
  const open = async (path: string, headers = {}) =>
    fetchApp(path, await withAccess({ headers: { ...person.headers, ...headers } }))
  /** The domain's context for their request. */
  const ctx = async (): Promise<Ctx> => {
    const made = createCtx(env, openDatabase(env.DB, null).db, () => {})
    const actor = await resolveActor(made, person.session.token, { isCookie: true })
    return { ...made, actor, hidingCountry: unknownCode }
  }
  return { ...person, profile, slug: profile.slug, photo, video, open, ctx }
}

const has = (cards: { slug: string }[], { slug }: Someone) => cards.some((card) => card.slug === slug)
const isFound = async (response: Promise<Response>, hidden = 404) => {
  const { status } = await response
  if (![200, 204, 206, hidden].includes(status)) throw new Error(`Neither found nor hidden: ${status}`)
  return status < 300
}
const lists = async (viewer: Someone, other: Someone, query: string) =>
  has((await viewer.get<{ data: { slug: string }[] }>(`/profiles?${query}`)).data, other)
const passTo = (viewer: Someone, id: string) => viewer.call("POST", `/media/${id}/ticket`)

async function keep({ id }: Someone, { profile }: Someone) {
  await db.insert(favorites).values({ userId: id, profileId: profile.id, createdAt: Date.now() }).onConflictDoNothing()
}

async function favoritesOf(viewer: Someone, other: Someone, query = {}) {
  await keep(viewer, other)
  return findFavorites(await viewer.ctx(), query)
}

/** Leaves the viewer a notification of a message of the other member, unread even if a block has marked it as read; returns its id. */
async function leaveUnread(viewer: Someone, other: Someone): Promise<string> {
  await other.send(people.conversationId, "Are you there?")
  await rested(people.conversationId)
  const channel = env.UserChannel.getByName(viewer.id) as unknown as DurableObjectStub
  return runInDurableObject(channel, (_, { storage }) => {
    const query =
      "UPDATE notifications SET read_at = NULL, mail_at = 1, pushed_at = NULL WHERE type = 'message' RETURNING id"
    return String(storage.sql.exec(query).one().id)
  })
}

/** Empty: there are three profiles in the city (the two and their neighbour), and none of them is verified. */
const emptyListing = async (viewer: Someone) =>
  (await findProfiles(await viewer.ctx(), { city, verified: "1" } as never)).alternatives

type Listing = Awaited<ReturnType<typeof findProfiles>>
/** Beyond the last card: a page that does not hold all, whose total is read, not counted from its cards. */
const partial = (scope: CursorScope) => ({
  cursor: bindCursor(encodeCursor({ place: 2 ** 52, id: "x", isOther: false, isBack: true }, "newest"), scope),
})
/**
 * Returns whether a number includes the other member: three are in the city, in one category, each with the same
 * facets.
 */
const counts =
  (query: () => Record<string, string>, count: (listing: Listing) => number | null | undefined): Surface =>
  async (viewer) =>
    count(await findProfiles(await viewer.ctx(), { ...query(), ...partial(query()) } as never)) === 3
const numberOf = (facets: { slug: string; profiles: number | null }[], slug: string) =>
  facets.find((facet) => facet.slug === slug)?.profiles

const section =
  (path: string): Surface =>
  (viewer, other) =>
    isFound(viewer.call("GET", `/profiles/${other.slug}${path}`))

const surfaces: Record<string, Surface> = {
  "the listing": (viewer, other) => lists(viewer, other, `city=${city}`),
  "the listing by price": (viewer, other) => lists(viewer, other, `city=${city}&sort=price-up`),
  "a search by name": (viewer, other) => lists(viewer, other, `q=${other.slug}`),
  "the suggestions of a search": async (viewer, other) =>
    has((await findSuggestions(await viewer.ctx(), other.slug)).people, other),
  "the faces beside an empty listing": async (viewer, other) =>
    has((await emptyListing(viewer))?.profiles ?? [], other),
  "the number beside an empty listing": async (viewer) => (await emptyListing(viewer))?.without[0]?.profiles === 3,
  "the total of the listing": counts(
    () => ({}),
    ({ total }) => total,
  ),
  "the total of a city": counts(
    () => ({ city }),
    ({ total }) => total,
  ),
  "the total of a region": counts(
    () => ({ region }),
    ({ total }) => total,
  ),
  "the total of a category": counts(
    () => ({ category }),
    ({ total }) => total,
  ),
  "the total of a service": counts(
    () => ({ city, service }),
    ({ total }) => total,
  ),
  "the total of a language": counts(
    () => ({ language: "fr", category }),
    ({ total }) => total,
  ),
  "the number of a search by name": async (viewer, other) => {
    const found = await viewer.get<{ total: number | null }>(`/profiles?q=${other.slug}`)
    return found.total === 1
  },
  "the total of the API's list": async (viewer) => {
    const found = await viewer.get<{ total: number | null }>(
      `/profiles?city=${city}&cursor=${partial({ city }).cursor}`,
    )
    return found.total === 3
  },
  "the number beside a city": counts(
    () => ({ category }),
    ({ cities }) => numberOf(cities, city),
  ),
  "the number beside a region": counts(
    () => ({}),
    ({ regions }) => numberOf(regions, region),
  ),
  "the number beside a category": counts(
    () => ({ region }),
    ({ categories }) => numberOf(categories, category),
  ),
  "the number beside a category of a city": counts(
    () => ({ city }),
    ({ categories }) => numberOf(categories, category),
  ),
  "the number beside a service": counts(
    () => ({ city }),
    ({ services }) => numberOf(services, service),
  ),
  "the number beside a language": counts(
    () => ({ region }),
    ({ languages }) => numberOf(languages, "fr"),
  ),
  "the number of those available": counts(
    () => ({ category }),
    ({ available }) => available,
  ),
  "the number of those nearby": async (viewer) => {
    const found = await getPublicProfile(await viewer.ctx(), neighbour)
    return (found as { nearby_total: number }).nearby_total === 3
  },
  "the total of the home page": async (viewer) => (await getHomePage(await viewer.ctx())).total === 3,
  "the number beside a city of the home page": async (viewer) =>
    numberOf((await getHomePage(await viewer.ctx())).cities, city) === 3,
  "the number beside a category of the home page": async (viewer) =>
    numberOf((await getHomePage(await viewer.ctx())).categories, category) === 3,
  "the featured of the home page": async (viewer, other) => {
    await db.update(profiles).set({ featuredRank: 1 }).where(eq(profiles.id, other.profile.id))
    return has((await getHomePage(await viewer.ctx())).featured, other)
  },
  "the newest of the home page": async (viewer, other) => has((await getHomePage(await viewer.ctx())).newest, other),
  "who else is near": async (viewer, other) => {
    const found = await getPublicProfile(await viewer.ctx(), neighbour)
    return has((found as { nearby: { slug: string }[] }).nearby, other)
  },
  "the address of before": async (viewer, other) => {
    const found = await getInfos(await viewer.ctx(), `once-${other.slug}`)
    return found !== null && "moved" in found
  },
  "the favourites": async (viewer, other) => has((await favoritesOf(viewer, other)).profiles, other),
  "the number of favourites": async (viewer, other) => (await favoritesOf(viewer, other)).total > 0,
  "the cities of favourites": async (viewer, other) => (await favoritesOf(viewer, other)).cities.length > 0,
  "the categories of favourites": async (viewer, other) => (await favoritesOf(viewer, other)).categories.length > 0,
  "favourites in a city": async (viewer, other) => has((await favoritesOf(viewer, other, { city })).profiles, other),
  "saving a favourite by its id": async (viewer, other) => {
    await db.delete(favorites).where(eq(favorites.userId, viewer.id))
    const isAccepted = await isFound(viewer.call("PUT", `/me/favorites/${other.profile.id}`))
    // Nor is it stored despite the refusal, which would show after the block ends.
    return isAccepted || (await db.$count(favorites, eq(favorites.userId, viewer.id))) > 0
  },
  "saving again what is a favourite already": async (viewer, other) => {
    await keep(viewer, other)
    return isFound(viewer.call("PUT", `/me/favorites/${other.profile.id}`))
  },
  "the profile": section(""),
  "its gallery": section("/gallery"),
  "its services": section("/services"),
  "its videos": section("/videos"),
  "its private section": section("/private"),
  "its facts": async (viewer, other) => (await getInfos(await viewer.ctx(), other.slug)) !== null,
  "a new pass to a private picture": (viewer, other) => isFound(passTo(viewer, other.photo.id)),
  "a new pass to a private video": (viewer, other) => isFound(passTo(viewer, other.video.id)),
  "a private picture, by a pass from before": (viewer, other, old) =>
    isFound(viewer.open(`/media/${other.photo.id}/640.webp${old.photo}`)),
  "a private video, by a pass from before": (viewer, other, old) =>
    isFound(viewer.open(`/media/${other.video.id}/video.mp4${old.video}`)),
  "a part of a private video, by a pass from before": (viewer, other, old) =>
    isFound(viewer.open(`/media/${other.video.id}/video.mp4${old.video}`, { Range: "bytes=0-1" })),
  "the portrait": (viewer, other) => isFound(viewer.open(`/media/avatars/${other.id}/${avatarVersion}.webp`)),
  "the portrait beside the conversation": async (viewer) =>
    (await viewer.conversation(people.conversationId)).with.avatar !== null,
  "the notifications": async (viewer, other) => {
    const id = await leaveUnread(viewer, other)
    const { data } = await viewer.get<{ data: { id: string }[] }>("/notifications")
    return data.some((one) => one.id === id)
  },
  "a notification by its id": async (viewer, other) =>
    isFound(viewer.call("GET", `/notifications/${await leaveUnread(viewer, other)}`)),
  "a push notification": async (viewer, other) => {
    const before = push.knocks.length
    const notificationId = await leaveUnread(viewer, other)
    await runJobs([{ kind: "chat_push", userId: viewer.id, notificationId }])
    return push.knocks.length > before
  },
  "the mail about what is unread": async (viewer, other) => {
    await leaveUnread(viewer, other)
    const email = { locale: "en", data: { userId: viewer.id } }
    return (await composeDigestMail(await viewer.ctx(), email as never)) !== null
  },
  "the channel that carries typing": (viewer) =>
    isFound(viewer.authorize("1.1", `private-conversation.${people.conversationId}`), 403),
  "whom a first message would go to": async (viewer, other) =>
    findRecipient(await viewer.ctx(), other.slug).then(
      () => true,
      (error: unknown) => {
        if (isAppError(error) && error.code === "request.not_found") return false
        throw error
      },
    ),
  "the newest profiles of the member's home": async (viewer, other) =>
    has((await getMemberHome(await viewer.ctx())).newest.profiles, other),
  "the favourites of the member's home": async (viewer, other) => {
    await favoritesOf(viewer, other)
    return has((await getMemberHome(await viewer.ctx())).favorites, other)
  },
  "the city of the member's home": async (viewer, other) => {
    await db.delete(favorites).where(eq(favorites.userId, viewer.id))
    await keep(viewer, other)
    return (await getMemberHome(await viewer.ctx())).newest.city?.slug === city
  },
  "the portraits of a member's empty list": async (viewer, other) =>
    (await findNewestPortraits(await viewer.ctx())).some(({ id }) => id === other.profile.id),
  "the number of unread messages": async (viewer, other) => {
    await other.send(people.conversationId, "Are you there?")
    await rested(people.conversationId)
    return (await viewer.get<{ unread_messages_count: number }>("/auth/me")).unread_messages_count > 0
  },
}

beforeAll(async () => {
  const [own] = [await insertCity({ regionSlug: region }), await insertCity({ regionSlug: region })]
  const kind = await insertCategory()
  const offered = await insertService({ categoryId: kind.id })
  place = { cityId: own.id, categoryId: kind.id, availableUntil: Date.now() + DAY }
  city = own.slug
  category = kind.slug
  service = offered.slug
  const third = await insertProfile({ ...place, slug: "neighbour" })
  neighbour = third.slug
  const [blocker, blocked] = [await insertSomeone("Alma"), await insertSomeone("Bruno")]
  const { conversation } = await (await blocked.ask(blocker.slug)).json<{ conversation: { id: string } }>()
  await blocker.call("POST", `/conversations/${conversation.id}/accept`)
  for (const { id } of [third, blocker.profile, blocked.profile]) {
    await db.insert(profileServices).values({ profileId: id, serviceId: offered.id })
    await db.insert(profileLanguages).values({ profileId: id, language: "fr", position: 0 })
  }
  people = { blocker, blocked, conversationId: conversation.id }
})

beforeEach(async () => {
  const origin = "https://updates.push.services.mozilla.com"
  push = new PushService(origin, (env as { VAPID_PUBLIC_KEY: string }).VAPID_PUBLIC_KEY)
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => push.fetch(new Request(input, init)))
})

afterEach(async () => {
  vi.mocked(fetch).mockRestore()
  await people.blocker.call("DELETE", `/blocks/${people.blocked.id}`)
  await db.delete(hiddenAddresses)
  await db.update(profiles).set({ hiddenFrom: "" })
  await env.RateLimiter.getByName(`chat.block:${people.blocker.id}`).forget()
  takeJobs()
})

async function subscribe(person: Someone) {
  await person.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours: null, time_zone: "UTC" })
  await person.call("POST", "/me/push-subscriptions", { endpoint: push.endpoint(person.id) })
}

async function oldPasses(viewer: Someone, { photo, video }: Someone) {
  const queryOf = async (id: string) => (await (await passTo(viewer, id)).json<{ query: string }>()).query
  return { photo: await queryOf(photo.id), video: await queryOf(video.id) }
}

describe.each([
  ["who blocks", "blocker", "blocked"],
  ["who is blocked", "blocked", "blocker"],
] as const)("a block hides the other member from %s on", (_who, one, another) => {
  test.each(Object.entries(surfaces))("%s", async (_surface, sees) => {
    const [viewer, other] = [people[one], people[another]]
    await subscribe(viewer)
    const old = await oldPasses(viewer, other)
    expect(await sees(viewer, other, old)).toBe(true)
    expect((await people.blocker.call("PUT", `/blocks/${people.blocked.id}`)).status).toBe(204)
    expect(await sees(viewer, other, old)).toBe(false)
  })
})

/** Surfaces of a conversation that the two have: it goes on, and its owner ends it by a block. */
const ofConversation = [
  "the portrait",
  "the portrait beside the conversation",
  "the notifications",
  "a notification by its id",
  "a push notification",
  "the mail about what is unread",
  "the channel that carries typing",
  "the number of unread messages",
]

const hide = (from: "countries" | "people", body: object) =>
  people.blocker.call("POST", `/me/profile/hidden-from/${from}`, body)

/** Ways to hide the owner's profile from the other member, whose requests come from a country that nobody knows. */
const ways = {
  "by their address": () => hide("people", { address: people.blocked.user.email }),
  "by their country": () => hide("countries", { country: unknownCode }),
  "by both, and by a block": async () => {
    await hide("people", { address: people.blocked.user.email })
    await people.blocker.call("PUT", `/blocks/${people.blocked.id}`)
    return hide("countries", { country: unknownCode })
  },
}

describe.each(Object.entries(ways))("an owner hides their profile from a member %s on", (way, hideIt) => {
  const cases = Object.entries(surfaces).filter(
    ([name]) => way !== "by both, and by a block" || !ofConversation.includes(name),
  )

  test.each(cases)("%s", async (surface, sees) => {
    const [viewer, other] = [people.blocked, people.blocker]
    await subscribe(viewer)
    const old = await oldPasses(viewer, other)
    expect(await sees(viewer, other, old)).toBe(true)
    expect((await hideIt()).status).toBe(200)
    expect(await sees(viewer, other, old)).toBe(ofConversation.includes(surface))
  })
})

test.each(Object.entries(ways).slice(0, 2))(
  "an owner who hides their profile from a member %s is seen there by themselves",
  async (_, hideIt) => {
    const { blocker } = people
    await hideIt()
    for (const query of [`city=${city}`, `q=${blocker.slug}`]) expect(await lists(blocker, blocker, query)).toBe(true)
    expect(await section("")(blocker, blocker, { photo: "", video: "" })).toBe(true)
    const found = await findProfiles(await blocker.ctx(), { city, ...partial({ city }) } as never)
    expect([found.total, found.available, numberOf(found.services, service)]).toEqual([3, 3, 3])
    expect((await getHomePage(await blocker.ctx())).total).toBe(3)
    expect(((await getPublicProfile(await blocker.ctx(), neighbour)) as { nearby_total: number }).nearby_total).toBe(3)
  },
)

test("an owner who hides their profile from a member sees the member's", async () => {
  await ways["by their address"]()
  expect(await section("")(people.blocker, people.blocked, { photo: "", video: "" })).toBe(true)
  expect(await lists(people.blocker, people.blocked, `city=${city}`)).toBe(true)
})

test.each(Object.entries(ways).slice(0, 2))(
  "an owner hides their profile from a member %s, and their conversation goes on without it",
  async (_, hideIt) => {
    const { blocker, blocked, conversationId } = people
    expect((await blocked.conversation(conversationId)).with.slug).toBe(blocker.slug)
    await hideIt()
    const { may_write, ...conversation } = await blocked.conversation(conversationId)
    expect([may_write, conversation.with.is_gone, conversation.with.slug]).toEqual([true, false, null])
    expect((await blocked.send(conversationId, "Still here?")).status).toBe(201)
  },
)
