import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { profiles, sessions, staffGrants, subscriptions, userGroups } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { addCookie, setCookieOf } from "../helpers/app"
import { ask, call, submit } from "../helpers/mail"
import {
  db,
  insertCategory,
  insertCity,
  insertGrant,
  insertGroup,
  insertProfile,
  insertSubscription,
  insertUserWithPassword,
  password,
} from "../helpers/rows"

const name = "__Host-salon_session"

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterEach(() => void vi.useRealTimers())

/** Returns a member who has just logged in by the page. */
async function logIn() {
  const user = await insertUserWithPassword()
  const token = setCookieOf(await submit("/auth/login", { email: user.email, password }), name)?.value ?? ""
  expect(token).toMatch(/^[\w-]{43}$/)
  return { user, token }
}

const open = (token: string, path = "/profile") => ask(path, addCookie({}, `${name}=${token}`))
const freshOf = (response: Response) => setCookieOf(response, name)?.value
const sessionOf = async (userId: string) => (await db.select().from(sessions).where(eq(sessions.userId, userId)))[0]

async function makeRoot(userId: string) {
  const group = await insertGroup({ root: true })
  await db.insert(userGroups).values({ userId, groupId: group.id })
  return group
}

describe("a browser's token", () => {
  test("a browser's token stays while its user's rights stay", async () => {
    const { user, token } = await logIn()
    for (let n = 0; n < 3; n += 1) expect(freshOf(await open(token))).toBeUndefined()
    expect((await sessionOf(user.id))?.tokenHash).toBe(sha256(token))
  })

  const changes: [string, (userId: string) => Promise<unknown>, (userId: string) => Promise<unknown>][] = [
    ["joins a group and leaves it", makeRoot, (userId) => db.delete(userGroups).where(eq(userGroups.userId, userId))],
    [
      "are granted a role and lose it",
      (userId) => insertGrant({ userId, role: "editor" }),
      (userId) => db.update(staffGrants).set({ revokedAt: Date.now() }).where(eq(staffGrants.userId, userId)),
    ],
    [
      "subscribes and pays too late",
      (userId) => insertSubscription({ userId }),
      (userId) => db.update(subscriptions).set({ stripeStatus: "past_due" }).where(eq(subscriptions.userId, userId)),
    ],
    [
      "gets a profile and loses it",
      async (ownerId) =>
        insertProfile({ ownerId, cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }),
      (userId) => db.delete(profiles).where(eq(profiles.ownerId, userId)),
    ],
  ]
  test.each(changes)("a browser's token is replaced when they %s", async (_what, gain, lose) => {
    const { user, token } = await logIn()
    await gain(user.id)
    const second = freshOf(await open(token)) ?? ""
    expect(second).toMatch(/^[\w-]{43}$/)
    expect(second).not.toBe(token)
    expect(freshOf(await open(second))).toBeUndefined()
    await lose(user.id)
    const third = freshOf(await open(second)) ?? ""
    expect(third).toMatch(/^[\w-]{43}$/)
    expect((await sessionOf(user.id))?.tokenHash).toBe(sha256(third))
    expect((await open(third)).status).toBe(200)
  })

  test("a replaced token is valid for another minute, for requests under way, and then void", async () => {
    const { user, token } = await logIn()
    await makeRoot(user.id)
    const fresh = freshOf(await open(token)) ?? ""
    vi.setSystemTime(Date.now() + 59_000)
    const late = await open(token)
    expect([late.status, freshOf(late)]).toEqual([200, undefined])
    vi.setSystemTime(Date.now() + 1_000)
    const tooLate = await open(token)
    expect([tooLate.status, tooLate.headers.get("Location"), freshOf(tooLate)]).toEqual([302, "/auth/login", ""])
    expect((await open(fresh)).status).toBe(200)
  })

  test("a browser's token is replaced by one of many requests at once, and all succeed", async () => {
    const { user, token } = await logIn()
    await makeRoot(user.id)
    const responses = await Promise.all(Array.from({ length: 6 }, () => open(token)))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const given = responses.flatMap((response) => freshOf(response) ?? [])
    expect(given).toHaveLength(1)
    expect((await sessionOf(user.id))?.tokenHash).toBe(sha256(given[0] ?? ""))
  })

  test("a token stolen before shows nothing of its user's new rights a minute later", async () => {
    const { user, token: stolen } = await logIn()
    await makeRoot(user.id)
    await open(stolen)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await open(stolen, "/dashboard/admin")).status).toBe(302)
  })

  test("a replaced token is not restored by a late request", async () => {
    const { user, token } = await logIn()
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000)
    await makeRoot(user.id)
    expect(freshOf(await open(token))).not.toBe(token)
    expect(freshOf(await open(token))).toBeUndefined()
  })

  test("a session from before rights were stored gets them stored, and stays", async () => {
    const { user, token } = await logIn()
    await db.update(sessions).set({ rights: null }).where(eq(sessions.userId, user.id))
    expect(freshOf(await open(token))).toBeUndefined()
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000)
    expect(freshOf(await open(token))).toBe(token)
    await makeRoot(user.id)
    expect(freshOf(await open(token))).not.toBe(token)
  })
})

describe("a program's token", () => {
  test("a program's token is not replaced, and has its user's current rights", async () => {
    const user = await insertUserWithPassword()
    const { token } = (await (await call("/auth/login", { email: user.email, password })).json()) as { token: string }
    const me = async () =>
      (await ask("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } })).json() as Promise<{
        groups: object[]
      }>
    expect((await me()).groups).toEqual([])
    await makeRoot(user.id)
    expect((await me()).groups).toHaveLength(1)
    await open(token)
    vi.setSystemTime(Date.now() + 61_000)
    expect((await me()).groups).toHaveLength(1)
  })
})
