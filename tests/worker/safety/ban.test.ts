import { env } from "cloudflare:workers"
import { eq, sql } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import {
  challenges,
  devices,
  emailChanges,
  emailTokens,
  notifications,
  profiles,
  sessions,
  userGroups,
  users,
} from "~/db/schema"
import { conversationChannel } from "~/domain/chat/channel-names"
import type { Room } from "~/domain/core/ports/chat"
import { sha256 } from "~/lib/crypto.server"
import { newId } from "~/lib/id"
import { PushService } from "../../push-service"
import { fr } from "../helpers/app"
import type { Authenticator } from "../helpers/authenticator"
import { insertOwner, insertPair, insertPerson, insertPremium, listen } from "../helpers/chat"
import { ask, call, linkIn, mailsTo, receive, runCron, runJobs, submit, takeJobs, takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import {
  completeProfile,
  db,
  insertSession,
  insertStaff,
  insertUserWithPassword,
  password,
  withoutDecisionRules,
} from "../helpers/rows"
import {
  asked,
  callAsStranger,
  codeAt,
  enrolApp,
  enrolPasskey,
  insertMember as insertSecured,
  startSignIn,
} from "../helpers/second-factor"

afterEach(() => {
  takeJobs()
  takeWoken()
})

/** Inserts two members of staff who close accounts together; returns their acts, and the last responses. */
async function insertModerators() {
  const [first, second] = [await insertStaff(), await insertStaff()]
  const headersOf = async ({ id }: { id: string }) => {
    const { token } = await insertSession({ userId: id, confirmedAt: Date.now() })
    return { Authorization: `Bearer ${token}` }
  }
  const headers = [await headersOf(first), await headersOf(second)] as const
  const path = (of: string) => `/admin/users/${of}/closure`
  const propose = (of: string, body: object = { reason: "They threatened somebody." }) =>
    call(path(of), body, headers[0])
  return {
    id: second.id,
    propose,
    ban: async (of: string, reason = "They threatened somebody.") => {
      await propose(of)
      return call(path(of), { reason }, headers[1])
    },
    lift: (of: string) => call(`/admin/users/${of}/reopening`, { reason: "The appeal was right." }, headers[0]),
  }
}

const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]
const sessionsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId))
const digestsTo = async (email: string) => (await mailsTo(email)).filter(({ template }) => template === "digest")
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })
const signIn = (email: string, typed = password) => call("/auth/login", { email, password: typed })

/** Checks that the response says that the account is closed, and where to object. */
async function expectClosed(response: Response) {
  expect([response.status, await response.json()]).toMatchObject([
    403,
    {
      code: "auth.account_closed",
      message: "This account is closed. If you think this is a mistake, write to us: http://en.localhost:8787/contact",
    },
  ])
}

describe("a ban", () => {
  test("a ban closes the member's sockets within two seconds, ends their sessions and tokens, and nobody else's", async () => {
    const [person, stranger] = [await insertPerson(), await insertPerson()]
    const [one, two, other] = [await listen(person), await listen(person), await listen(stranger)]
    const { token: cookie } = await insertSession({ userId: person.id })
    const { ban } = await insertModerators()
    const start = Date.now()
    expect((await ban(person.id)).status).toBe(200)
    expect(await Promise.all([one.closing(2_000), two.closing(2_000)])).toEqual([4100, 4100])
    expect(Date.now() - start).toBeLessThan(2_000)
    expect((await ask("/api/auth/me", bearer(person.session.token))).status).toBe(401)
    expect((await ask("/profile", { headers: { Cookie: `__Host-salon_session=${cookie}` } })).status).toBe(302)
    expect(await sessionsOf(person.id)).toEqual([])
    expect((await stranger.call("GET", "/auth/me")).status).toBe(200)
    expect(other.closed).toBeNull()
  })

  test("a ban is given by staff alone, with a reason, to members alone: not to staff, nor to themselves", async () => {
    const [person, stranger, moderator] = [await insertPerson(), await insertPerson(), await insertModerators()]
    const path = `/admin/users/${person.id}/closure`
    for (const one of [path, `/admin/users/${person.id}/reopening`])
      expect((await stranger.call("POST", one, { reason: "No" })).status).toBe(404)
    expect((await call(path, { reason: "No" })).status).toBe(401)
    for (const body of [{}, { reason: " " }, { reason: "x".repeat(1_001) }, { reason: 1 }])
      expect((await moderator.propose(person.id, body)).status).toBe(422)
    for (const id of [moderator.id, (await insertModerators()).id]) {
      const response = await moderator.propose(id)
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { code: "members.staff", message: expect.stringContaining("belongs to staff") },
      ])
      expect(await sessionsOf(id)).toHaveLength(1)
      expect(await rowOf(id)).toMatchObject({ bannedAt: null, banReason: null })
    }
    expect((await moderator.propose("nobody")).status).toBe(404)
    expect((await moderator.lift("nobody")).status).toBe(404)
    expect((await person.call("GET", "/auth/me")).status).toBe(200)
    expect(await rowOf(person.id)).toMatchObject({ bannedAt: null })
  })

  test("a ban stores who confirmed it and why; it outlives their account", async () => {
    const [person, first, second] = [await insertPerson(), await insertModerators(), await insertModerators()]
    expect((await first.ban(person.id, " Fraud. ")).status).toBe(200)
    const stored = await rowOf(person.id)
    expect(stored).toMatchObject({ bannedBy: first.id, banReason: "Fraud.", bannedAt: expect.any(Number) })
    expect((await second.ban(person.id, "Other.")).status).toBe(200)
    expect(await rowOf(person.id)).toEqual(stored)
    await db.delete(users).where(eq(users.id, first.id))
    expect(await rowOf(person.id)).toEqual({ ...stored, bannedBy: null })
  })

  test("a ban whose request broke off before it closed the sockets is completed by the next one", async () => {
    const person = await insertPerson()
    const socket = await listen(person)
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, person.id))
    expect((await (await insertModerators()).propose(person.id)).status).toBe(200)
    expect(await socket.closing(2_000)).toBe(4100)
  })

  test("a ban is checked wherever a session is read: a remaining one is nobody's", async () => {
    const person = await insertPerson()
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, person.id))
    expect(await sessionsOf(person.id)).toHaveLength(1)
    expect((await ask("/api/auth/me", bearer(person.session.token))).status).toBe(401)
    const cookie = { headers: { Cookie: `__Host-salon_session=${person.session.token}` } }
    expect((await ask("/profile/settings", cookie)).status).toBe(302)
  })
})

describe("a banned member's sign-in", () => {
  test("a banned member who enters their password reads so, in their language, without a session or a known device", async () => {
    const user = await insertUserWithPassword()
    const { ban } = await insertModerators()
    await ban(user.id)
    await expectClosed(await signIn(user.email))
    const page = await submit(`${fr}/auth/login`, { email: user.email, password })
    expect(page.status).toBe(403)
    expect(await page.text()).toContain("Ce compte est fermé.")
    expect(page.headers.get("Set-Cookie") ?? "").not.toContain("salon_session")
    expect(await sessionsOf(user.id)).toEqual([])
    expect(await db.select().from(devices).where(eq(devices.userId, user.id))).toEqual([])
    expect((await mailsTo(user.email)).map(({ template }) => template)).toEqual(["decision"])
  })

  test("without the password nobody learns of a ban: the response is that of an unknown address", async () => {
    const user = await insertUserWithPassword()
    await (await insertModerators()).ban(user.id)
    const notified = async (response: Response) => ({
      status: response.status,
      body: { ...(await response.json<object>()), request_id: "" },
    })
    const known = await notified(await signIn(user.email, "not the password"))
    expect(known).toMatchObject({ status: 401, body: { code: "auth.invalid_credentials" } })
    expect(known).toEqual(await notified(await signIn("nobody-ban@example.org", "not the password")))
    const forgotten = async (email: string) => (await call("/auth/password/forgot", { email })).text()
    expect(await forgotten(user.email)).toBe(await forgotten("nobody-ban@example.org"))
  })

  test("a banned member cannot sign in by a passkey, or a code after their password", async () => {
    const member = await insertSecured()
    const authenticator = await enrolPasskey(member)
    const { secret } = await enrolApp(member)
    await (await insertModerators()).ban(member.user.id)
    await expectClosed(await signInBy(authenticator))
    const { challenge, status } = await startSignIn(member.user.email)
    expect(status).toBe(202)
    await expectClosed(await callAsStranger("/login/second-factor", { challenge, code: codeAt(secret) }))
    expect(await sessionsOf(member.user.id)).toEqual([])
  })

  test("a banned member cannot complete a sign-in, begun or read before the ban", async () => {
    const member = await insertSecured()
    const { secret } = await enrolApp(member)
    const { challenge } = await startSignIn(member.user.email)
    const [waiting] = await db
      .select()
      .from(challenges)
      .where(eq(challenges.tokenHash, sha256(challenge)))
    await (await insertModerators()).ban(member.user.id)
    const finish = () => callAsStranger("/login/second-factor", { challenge, code: codeAt(secret) })
    expect(await codeOf(await finish())).toBe("auth.challenge_expired")
    await db.insert(challenges).values(waiting as NonNullable<typeof waiting>)
    await expectClosed(await finish())
    expect(await sessionsOf(member.user.id)).toEqual([])
  })

  test("a banned member cannot sign in, in whatever order a ban and sign-ins arrive", async () => {
    const { ban } = await insertModerators()
    for (let round = 0; round < 5; round++) {
      const user = await insertUserWithPassword()
      const [, ...responses] = await Promise.all([ban(user.id), ...Array.from({ length: 4 }, () => signIn(user.email))])
      expect(responses.every(({ status }) => status === 200 || status === 403)).toBe(true)
      for (const response of responses) {
        const { token = "none" } = (await response.json()) as { token?: string }
        expect((await ask("/api/auth/me", bearer(token))).status).toBe(401)
      }
      expect(await sessionsOf(user.id)).toEqual([])
    }
  })

  test("a banned member cannot use a reset link, from before the ban or after it; a new request is answered by mail", async () => {
    const user = await insertUserWithPassword()
    await submit("/auth/password/reset", { email: user.email })
    const link = linkIn(await receive(user.email))
    const [token] = await db.select().from(emailTokens).where(eq(emailTokens.subjectId, user.id))
    const { ban } = await insertModerators()
    await ban(user.id)
    const reset = () =>
      call("/auth/password/reset", { token: link.split("/").at(-1), password: "the dog sleeps on the sofa" })
    expect((await reset()).status).toBe(410)
    await db.insert(emailTokens).values(token as NonNullable<typeof token>)
    expect((await reset()).status).toBe(410)
    expect((await rowOf(user.id))?.passwordHash).toBe(user.passwordHash)
    await db.delete(emailTokens).where(eq(emailTokens.subjectId, user.id))
    await submit("/auth/password/reset", { email: user.email })
    const mail = await receive(user.email)
    expect(mail.subject).toBe("Your account is closed")
    expect(linkIn(mail)).toBe("/contact")
    expect(await db.select().from(emailTokens).where(eq(emailTokens.subjectId, user.id))).toEqual([])
  })

  test("a banned member cannot change the address: the links in either mailbox are void", async () => {
    const { user, action } = await insertMember()
    const email = `${user.id.toLowerCase()}@example.net`
    await action("email", { email })
    const links = [linkIn(await receive(user.email)), linkIn(await receive(email))]
    const [wish] = await db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))
    const tokens = await db
      .select()
      .from(emailTokens)
      .where(eq(emailTokens.subjectId, wish?.id ?? ""))
    expect(tokens).toHaveLength(2)
    await (await insertModerators()).ban(user.id)
    const follow = async () => {
      for (const link of links) {
        expect((await ask(link)).status).toBe(410)
        await submit(link, { answer: "confirm" })
      }
      expect((await rowOf(user.id))?.email).toBe(user.email)
    }
    await follow()
    await db.insert(emailChanges).values(wish as NonNullable<typeof wish>)
    await db.insert(emailTokens).values(tokens)
    await follow()
  })
})

async function signInBy(authenticator: Authenticator): Promise<Response> {
  const { challenge, options } = await asked(await callAsStranger("/login/passkey/options"))
  return callAsStranger("/login/passkey", { challenge, passkey: await authenticator.prove(options.challenge) })
}

describe("a banned member's profile", () => {
  test("a banned member's profile is neither found nor opened, cached pages included, and comes back unchanged", async () => {
    const [owner, reader] = [await insertOwner({ name: "Someone" }), await insertPremium()]
    const name = `Camille${owner.id.toLowerCase()}`
    await db.update(profiles).set({ name }).where(eq(profiles.id, owner.profile.id))
    await completeProfile(owner.profile)
    const { ban, lift } = await insertModerators()
    const seen = async () => ({
      page: (await ask(`/escorts/${owner.slug}`)).status,
      api: (await ask(`/api/profiles/${owner.slug}`)).status,
      listing: (await (await ask("/escorts")).text()).includes(name),
      search: (await (await ask(`/api/profiles?q=${name}`)).json<{ data: unknown[] }>()).data.length,
    })
    const before = await seen()
    expect(before).toMatchObject({ page: 200, api: 200, listing: true, search: 1 })
    await ban(owner.id)
    expect(await seen()).toMatchObject({ page: 404, api: 404, listing: false, search: 0 })
    expect((await reader.ask(owner.slug)).status).toBe(404)
    await lift(owner.id)
    expect(await seen()).toEqual(before)
  })

  test.each(["draft", "in_review", "paused", "suspended"] as const)(
    "a banned member's profile that was %s stays so",
    async (state) => {
      const owner = await insertOwner()
      const { ban, lift } = await insertModerators()
      const stateOf = async () => (await db.select().from(profiles).where(eq(profiles.id, owner.profile.id)))[0]?.state
      await withoutDecisionRules(() => db.update(profiles).set({ state }).where(eq(profiles.id, owner.profile.id)))
      await ban(owner.id)
      expect(await stateOf()).toBe(state)
      await lift(owner.id)
      expect(await stateOf()).toBe(state)
    },
  )

  test("a banned member's profile that lacks something by the end of the ban is paused then, not published", async () => {
    const owner = await insertOwner()
    const { ban, lift } = await insertModerators()
    await ban(owner.id)
    await lift(owner.id)
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, owner.profile.id))
    expect(profile?.state).toBe("paused")
  })

  test("a banned member's profile is published by no other path, and stays hidden if staff hid it meanwhile", async () => {
    const owner = await insertOwner()
    const { ban, lift } = await insertModerators()
    const mine = eq(profiles.id, owner.profile.id)
    const stateOf = async () => (await db.select().from(profiles).where(mine))[0]?.state
    await ban(owner.id)
    await completeProfile(owner.profile)
    const publish = db.update(profiles).set({ state: "published", name: "Other" }).where(mine)
    await expect(publish).rejects.toMatchObject({
      cause: { message: expect.stringContaining("profiles.owner_banned") },
    })
    expect(await stateOf()).toBe("banned")
    await withoutDecisionRules(() => db.update(profiles).set({ state: "suspended" }).where(mine))
    await lift(owner.id)
    expect(await stateOf()).toBe("suspended")
  })
})

describe("a banned member", () => {
  test("a banned member is gone from their conversations, which can be read and not written in, until the ban is lifted", async () => {
    const { member, owner, id } = await insertPair()
    await completeProfile(owner.profile)
    await owner.send(id, "Good evening")
    const { ban, lift } = await insertModerators()
    const before = await member.conversation(id)
    expect(before).toMatchObject({ state: "accepted", may_write: true, with: { id: owner.id } })
    await ban(owner.id)
    for (const found of [await member.conversation(id), (await member.conversations())[0]]) {
      expect(found).toMatchObject({
        state: "closed",
        may_write: false,
        why_not: "unavailable",
        with: { id: "", name: "Deleted user", slug: null, is_gone: true },
      })
    }
    expect((await member.thread(id)).data.map(({ body }) => body)).toEqual(["May I?", "Good evening"])
    await lift(owner.id)
    expect(await member.conversation(id)).toEqual(before)
  })

  test("a banned member receives no messages, neither by the API nor by a socket, until the ban is lifted", async () => {
    const { member, owner, id } = await insertPair()
    await member.send(id, "Before", "before")
    const [asking, asked] = [await insertPremium(), await insertOwner()]
    const { conversation } = await (await asking.ask(asked.slug)).json<{ conversation: { id: string } }>()
    const socket = await member.connect()
    await socket.subscribe(member, conversationChannel(id))
    const { ban, lift } = await insertModerators()
    await ban(owner.id)
    await ban(asking.id)

    const tries = [
      await member.send(id, "Are you there?"),
      await member.call("PATCH", `/conversations/${id}/messages/2`, { body: "After" }),
      await asked.call("POST", `/conversations/${conversation.id}/accept`),
    ]
    for (const response of tries) expect([response.status, await codeOf(response)]).toEqual([410, "chat.unavailable"])
    expect(await socket.closing(2_000)).toBe(4100)
    expect((await member.authorize("1.1", conversationChannel(id))).status).toBe(403)
    expect((await member.thread(id)).data.map(({ body }) => body)).toEqual(["May I?", "Before"])
    expect((await asked.call("POST", `/conversations/${conversation.id}/decline`)).status).toBe(200)

    await lift(owner.id)
    expect((await member.send(id, "Welcome back")).status).toBe(201)
    expect((await member.authorize("1.1", conversationChannel(id))).status).toBe(200)
  })

  test("a banned member receives no messages in a room that a restore brought back from before the ban", async () => {
    const { member, owner, id } = await insertPair()
    await db.update(users).set({ bannedAt: 1 }).where(eq(users.id, owner.id))
    const room = env.ChatRoom.getByName(id) as unknown as Pick<Room, "publishAgain">
    await room.publishAgain()
    expect((await member.send(id, "Are you there?")).status).toBe(410)
    await db.update(users).set({ bannedAt: null }).where(eq(users.id, owner.id))
    await room.publishAgain()
    expect((await member.send(id, "Welcome back")).status).toBe(201)
  })

  test("a banned member is not notified by mail or on a device, and receives what waits once the ban is lifted", async () => {
    const service = new PushService(
      "https://updates.push.services.mozilla.com",
      (env as { VAPID_PUBLIC_KEY: string }).VAPID_PUBLIC_KEY,
    )
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation((input, init) => service.fetch(new Request(input, init)))
    const person = await insertPerson()
    await person.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours: null, time_zone: "UTC" })
    await person.call("POST", "/me/push-subscriptions", { endpoint: service.endpoint(person.id) })
    const createdAt = Date.now() - 40 * 60_000
    const news = { id: newId(createdAt), userId: person.id, type: "ticket" as const, subject: "ticket:1", state: "new" }
    const times = { createdAt, updatedAt: createdAt, mailAt: createdAt + 30 * 60_000 }
    await db.insert(notifications).values({ ...news, ...times })
    const runPush = () => runJobs([{ kind: "push", notificationId: news.id }])
    await runPush()
    expect(service.knocks).toHaveLength(1)
    const { ban, lift } = await insertModerators()
    await ban(person.id)
    await runPush()
    await runCron("*/5 * * * *")
    expect(service.knocks).toHaveLength(1)
    expect(await digestsTo(person.user.email)).toEqual([])
    await lift(person.id)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 60 * 60_000 })
    await runCron("*/5 * * * *")
    vi.useRealTimers()
    expect(await digestsTo(person.user.email)).toMatchObject([{ state: "queued" }])
    await ban(person.id)
    await receive(person.user.email)
    expect(await digestsTo(person.user.email)).not.toMatchObject([{ state: "sent" }])
    fetched.mockRestore()
  })

  test("a banned member is admitted again by lifting the ban, even twice, and by nothing from before it", async () => {
    const { user, session } = await insertMember()
    const { ban, lift } = await insertModerators()
    await ban(user.id)
    for (const _ of [1, 2]) expect((await lift(user.id)).status).toBe(204)
    expect(await rowOf(user.id)).toMatchObject({ bannedAt: null, bannedBy: null, banReason: null })
    expect((await ask("/api/auth/me", bearer(session.token))).status).toBe(401)
    const { token } = (await (await signIn(user.email)).json()) as { token: string }
    expect((await ask("/api/auth/me", bearer(token))).status).toBe(200)
  })

  test("a banned member who joins the staff meanwhile stays banned", async () => {
    const person = await insertPerson()
    const moderator = await insertModerators()
    await moderator.ban(person.id)
    const groupId = sql`(SELECT group_id FROM user_groups WHERE user_id = ${moderator.id})`
    await db.insert(userGroups).values({ userId: person.id, groupId: groupId as unknown as string })
    await db.insert(sessions).values(person.session)
    expect((await ask("/api/auth/me", bearer(person.session.token))).status).toBe(401)
  })
})
