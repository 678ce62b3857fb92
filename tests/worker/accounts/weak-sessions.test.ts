import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { sessions } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { setCookieOf } from "../helpers/app"
import { Authenticator } from "../helpers/authenticator"
import { connect, key } from "../helpers/chat"
import { exhaustLimit } from "../helpers/limits"
import { call as callApi, linkIn, receive, takeWoken } from "../helpers/mail"
import { db, insertSession, password } from "../helpers/rows"
import {
  asked,
  callAsStranger,
  clientOf,
  codeAt,
  enrolApp,
  insertEnroller,
  startSignIn,
} from "../helpers/second-factor"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const cookieName = "__Host-salon_session"
const sessionRow = async (id: string) => (await db.select().from(sessions).where(eq(sessions.id, id)))[0]
const begin = async ({ call }: { call: (path: string) => Promise<Response> }) =>
  (await (await call("/second-factor/app")).json()) as { secret: string }

/** Returns a member in a session of theirs, and a person with their password in another. */
async function insertWatched() {
  const owner = await insertEnroller()
  const stolen = await insertSession({ userId: owner.user.id, confirmedAt: Date.now() })
  return { owner, stolen, thief: clientOf(stolen.token) }
}

describe("a session that only knows the password", () => {
  test("a weak session sees another secret than the one that the owner sets up", async () => {
    const { owner, thief } = await insertWatched()
    const [hers, his] = [await begin(owner), await begin(thief)]
    expect(his.secret).not.toBe(hers.secret)
    expect((await begin(owner)).secret, "and does not disturb it").toBe(hers.secret)
    const confirmed = await owner.call("/second-factor/app/confirm", { code: codeAt(his.secret) })
    expect(confirmed.status, "nor can its code turn the owner's app on").toBe(422)
  })

  test("a weak session and its sockets end when the owner turns an app on, and no strong session does", async () => {
    const { owner, stolen, thief } = await insertWatched()
    const strong = await insertSession({ userId: owner.user.id, isStrong: true })
    const socket = await connect(`/app/${key}`, { Authorization: `Bearer ${stolen.token}` })
    await socket.id()
    await enrolApp(owner)
    expect(await socket.closing()).toBe(4100)
    expect((await thief.call("/me", {}, "GET")).status).not.toBe(200)
    expect([await sessionRow(stolen.id), await sessionRow(strong.id)]).toMatchObject([undefined, { id: strong.id }])
  })

  test("a weak session ends when the owner adds a passkey", async () => {
    const { owner, stolen } = await insertWatched()
    const key = new Authenticator("http://en.localhost:8787")
    const { challenge, options } = await asked(await owner.call("/second-factor/passkeys/options"))
    const added = { challenge, name: "Key", passkey: await key.make(options.challenge) }
    expect((await owner.call("/second-factor/passkeys", added)).status).toBe(201)
    expect(await sessionRow(stolen.id)).toBeUndefined()
  })

  test("a weak session lives on if the owner chooses so, but without sensitive acts", async () => {
    const { owner, thief } = await insertWatched()
    const { secret } = await begin(owner)
    const stored = { code: codeAt(secret, Date.now() - 30_000), end_weak_sessions: false }
    expect((await owner.call("/second-factor/app/confirm", stored)).status).toBe(200)
    expect((await thief.call("/second-factor", {}, "GET")).status).toBe(200)
    const actions: [string, string][] = [
      ["POST", "/second-factor/recovery-codes"],
      ["DELETE", "/second-factor/app"],
      ["POST", "/second-factor/app"],
      ["POST", "/second-factor/passkeys/options"],
    ]
    for (const [method, path] of actions) {
      const response = await thief.call(path, {}, method)
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        403,
        { code: "auth.confirm_required" },
      ])
    }
    expect((await thief.call("/confirm", { password })).status, "the password is no proof any more").toBe(422)
    expect((await thief.call("/confirm", { code: codeAt(secret) })).status).toBe(204)
    expect((await thief.call("/second-factor/recovery-codes")).status).toBe(200)
  })

  test("a weak session can neither export the owner's data, nor request another address or an erasure", async () => {
    const { owner, stolen } = await insertWatched()
    const { secret } = await begin(owner)
    const code = codeAt(secret, Date.now() - 30_000)
    await owner.call("/second-factor/app/confirm", { code, end_weak_sessions: false })
    const headers = { Authorization: `Bearer ${stolen.token}` }
    for (const [path, body] of [
      ["/me/exports", {}],
      ["/me/email", { email: "mine@example.org" }],
      ["/me/erasure", { understood: true }],
    ] as const) {
      const response = await callApi(path, body, headers)
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        403,
        { code: "auth.confirm_required" },
      ])
    }
  })
})

describe("a session that becomes strong", () => {
  const tokenIn = (response: Response) => setCookieOf(response, cookieName)?.value

  test("a session made strong by the app's first code gets a fresh token, and the old one allows nothing sensitive", async () => {
    const { open, post, session } = await insertEnroller()
    const html = await (await open("/profile/settings/two-factor/app")).text()
    const secret = (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "")
    const done = await post("/profile/settings/two-factor/app", {
      intent: "enrol",
      code: codeAt(secret),
      end_weak_sessions: "on",
    })
    const fresh = tokenIn(done) ?? ""
    expect([done.status, fresh === session.token]).toEqual([200, false])
    expect(await sessionRow(session.id)).toMatchObject({ tokenHash: sha256(fresh), isStrong: true })
    expect((await clientOf(fresh).call("/second-factor/recovery-codes")).status).toBe(200)
    expect((await clientOf(session.token).call("/second-factor/recovery-codes")).status).toBe(403)
  })

  test("a session made strong by a code on the re-authentication page gets a fresh token too", async () => {
    const member = await insertEnroller()
    const { secret } = await enrolApp(member)
    const older = await insertSession({ userId: member.user.id })
    const done = await clientOf(older.token).post("/auth/confirm", { intent: "app", code: codeAt(secret) })
    expect(done.status).toBe(302)
    expect(tokenIn(done)).toMatch(/^[\w-]{43}$/)
    expect(await sessionRow(older.id)).toMatchObject({ tokenHash: sha256(tokenIn(done) ?? "") })
  })

  test("a session made strong gets a fresh token on the other language's domain with its next request there", async () => {
    const member = await insertEnroller()
    const carried = await insertSession({ userId: member.user.id, familyId: member.session.familyId })
    await enrolApp(member)
    const there = clientOf(carried.token)
    expect(await sessionRow(carried.id)).toMatchObject({ isStrong: true, tokenHash: carried.tokenHash })
    const next = await there.open("/profile")
    expect(tokenIn(next)).toMatch(/^[\w-]{43}$/)
    expect(await sessionRow(carried.id)).toMatchObject({ tokenHash: sha256(tokenIn(next) ?? "") })
  })

  test("a program's session made strong has the same token as before", async () => {
    const member = await insertEnroller()
    await enrolApp(member)
    expect((await member.call("/second-factor/recovery-codes")).status).toBe(200)
  })
})

describe("a reset by mail", () => {
  async function resetBy(email: string) {
    expect((await callApi("/auth/password/forgot", { email })).status).toBe(202)
    const token = linkIn(await receive(email))
      .split("/")
      .pop()
    expect((await callApi("/auth/password/reset", { token, password })).status).toBe(204)
  }

  /** Uses up the attempts at codes, as strangers would. */
  async function spend(userId: string) {
    await exhaustLimit("auth.second-factor.account", userId)
    await exhaustLimit("auth.second-factor.account-day", userId)
  }

  async function tryCode(email: string, code: string) {
    const { challenge } = await startSignIn(email)
    return (await callAsStranger("/login/second-factor", { challenge, code })).status
  }

  test("a reset by mail lets its owner enter a code at once after any number of others' wrong ones, three times a day", async () => {
    const { user, call } = await insertEnroller()
    const { secret } = await enrolApp({ call })
    await spend(user.id)
    expect(await tryCode(user.email, codeAt(secret))).toBe(429)
    for (let n = 0; n < 3; n += 1) {
      await resetBy(user.email)
      expect(await tryCode(user.email, "abc"), "a wrong code, but one that is looked at").toBe(422)
      await spend(user.id)
    }
    await resetBy(user.email)
    expect(await tryCode(user.email, codeAt(secret)), "who reads the mailbox cannot go on guessing").toBe(429)
  })
})
