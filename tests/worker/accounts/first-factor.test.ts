import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import {
  challenges,
  dataRequests,
  emailChanges,
  emailTokens,
  passkeys,
  recoveryCodes,
  sessions,
  twoFactor,
  users,
} from "~/db/schema"
import { factorCodeMinutes } from "~/domain/accounts/first-factor/factor-code"
import { newFactorHold } from "~/domain/accounts/first-factor/hold.server"
import { limits } from "~/domain/core/rate-limits"
import { undoTokenDays } from "~/domain/mail/email-tokens.server"
import { Authenticator } from "../helpers/authenticator"
import {
  ask,
  call as callApi,
  deliverMails,
  linkIn,
  mailsTo,
  receive,
  submit,
  takeJobs,
  takeWoken,
} from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { db, insertSession, password } from "../helpers/rows"
import {
  asked,
  callAsStranger,
  clientOf,
  codeAt,
  enrolApp,
  enrolPasskey,
  insertMailCode,
  insertMember,
  type Member,
  startSignIn,
} from "../helpers/second-factor"

const DAY = 24 * 60 * 60_000

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
  takeJobs()
})

/** The ways to a first second factor: each sends the given fields with a right proof of the factor. */
const methods: [string, (member: Member) => Promise<(fields?: object) => Promise<Response>>][] = [
  [
    "an authenticator app",
    async ({ call }) => {
      const { secret } = (await (await call("/second-factor/app")).json()) as { secret: string }
      return (fields = {}) => call("/second-factor/app/confirm", { code: codeAt(secret), ...fields })
    },
  ],
  [
    "a passkey",
    async ({ call }) => {
      const { challenge, options } = await asked(await call("/second-factor/passkeys/options"))
      const passkey = await new Authenticator("http://en.localhost:8787").make(options.challenge)
      return (fields = {}) => call("/second-factor/passkeys", { challenge, name: "Key", passkey, ...fields })
    },
  ],
]

const isOk = ({ status }: Response) => status === 200 || status === 201
const factorsOf = async (userId: string) => [
  ...(await db.select().from(twoFactor).where(eq(twoFactor.userId, userId))),
  ...(await db.select().from(passkeys).where(eq(passkeys.userId, userId))),
  ...(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))),
]
const sessionsOf = (userId: string) => db.select().from(sessions).where(eq(sessions.userId, userId))
/** Has a code mailed, and returns it with the mail's link. */
async function haveCodeMailed({ call, user }: Member) {
  expect((await call("/second-factor/code")).status).toBe(202)
  const mail = await receive(user.email)
  return { code: /^\d{6}$/m.exec(mail.text)?.[0] ?? "", link: linkIn(mail) }
}

describe("the first second factor", () => {
  test.each(methods)("%s is refused without the mailed code, and no session ends", async (_way, begin) => {
    const member = await insertMember()
    const other = await insertSession({ userId: member.user.id })
    const enrol = await begin(member)
    const stranger = await insertMember()
    await insertMailCode(stranger.user.id)
    for (const fields of [{}, { mail_code: "" }, { mail_code: "314159" }, { mail_code: "abc" }]) {
      const response = await enrol(fields)
      expect([fields, response.status, await response.json()]).toMatchObject([
        fields,
        422,
        { errors: { mail_code: [expect.any(String)] } },
      ])
    }
    expect(await factorsOf(member.user.id)).toEqual([])
    expect((await sessionsOf(member.user.id)).map(({ id }) => id)).toContain(other.id)
  })

  test.each(methods)("%s is set up with the mailed code, which works once", async (_way, begin) => {
    const member = await insertMember()
    const { code } = await haveCodeMailed(member)
    expect(JSON.stringify(await db.select().from(emailTokens))).not.toContain(code)
    const enrol = await begin(member)
    const both = await Promise.all([enrol({ mail_code: code }), enrol({ mail_code: code })])
    expect(both.filter(isOk)).toHaveLength(1)
    expect(
      (await db.select().from(emailTokens).where(eq(emailTokens.subjectId, member.user.id))).map(
        ({ purpose }) => purpose,
      ),
    ).not.toContain("factor-code")
  })

  test.each(methods)("%s is refused with a code that has expired", async (_way, begin) => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const member = await insertMember()
    const { code } = await haveCodeMailed(member)
    vi.setSystemTime(Date.now() + factorCodeMinutes * 60_000)
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.userId, member.user.id))
    expect((await (await begin(member))({ mail_code: code })).status).toBe(422)
  })

  test("a second second factor needs no mailed code, and none is sent", async () => {
    const member = await insertMember()
    await enrolApp(member)
    for (const [, begin] of methods) expect(isOk(await (await begin(member))())).toBe(true)
    expect((await member.call("/second-factor/code")).status).toBe(404)
  })

  test("a first second factor after the last one was removed needs a code again", async () => {
    const member = await insertMember()
    await enrolApp(member)
    expect((await member.call("/second-factor/app", {}, "DELETE")).status).toBe(204)
    for (const [, begin] of methods) expect((await (await begin(member))()).status).toBe(422)
  })

  test("codes are mailed five times an hour, and tried twenty times a day", async () => {
    const member = await insertMember()
    for (let n = 0; n < limits["auth.factor-code.send"].max; n += 1)
      expect((await member.call("/second-factor/code")).status).toBe(202)
    expect((await member.call("/second-factor/code")).status).toBe(429)
    const enrol = await (methods[1] as (typeof methods)[number])[1](member)
    for (let n = 0; n < limits["auth.factor-code.try"].max; n += 1)
      expect((await enrol({ mail_code: "000000" })).status).toBe(422)
    const mail_code = await insertMailCode(member.user.id)
    expect((await enrol({ mail_code })).status).toBe(429)
  })

  test("a code is mailed only after a re-authentication", async () => {
    const member = await insertMember()
    await db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, member.user.id))
    expect((await member.call("/second-factor/code")).status).toBe(403)
  })

  test("the pages of the set-up mail the code, and show a wrong one beside its field", async () => {
    const { open, post, user } = await insertMember()
    for (const page of ["/profile/settings/two-factor", "/profile/settings/two-factor/app"]) {
      const html = await (await open(page)).text()
      expect(html).toContain("Email me the code")
      const sent = await post(page, { intent: "send-code" })
      expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("The code is on its way")])
    }
    const page = "/profile/settings/two-factor/app"
    const html = await (await open(page)).text()
    const secret = (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "")
    const refused = await post(page, { intent: "enrol", code: codeAt(secret), mail_code: "1" })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("have another one mailed")])
    const mail = await receive(user.email)
    const mail_code = /^\d{6}$/m.exec(mail.text)?.[0] ?? ""
    expect((await post(page, { intent: "enrol", code: codeAt(secret), mail_code })).status).toBe(200)
    expect(await (await open(page)).text()).not.toContain("Email me the code")
  })
})

describe("exports, changes of address and erasures", () => {
  const held: [string, string, object][] = [
    ["an export", "/me/exports", {}],
    ["a change of address", "/me/email", { email: "new.address@example.org" }],
    ["an erasure", "/me/erasure", { understood: true }],
  ]
  const ask = async (token: string, path: string, body: object) => {
    const response = await callApi(path, body, { Authorization: `Bearer ${token}` })
    return [response.status, ((await response.json().catch(() => null)) as { code?: string } | null)?.code]
  }

  test.each(held)("%s waits for a day after the first second factor, in every session", async (_what, path, body) => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const member = await insertMember()
    await enrolPasskey(member)
    const other = await insertSession({ userId: member.user.id, confirmedAt: Date.now(), isStrong: true })
    for (const { token } of [member.session, other])
      expect(await ask(token, path, body)).toEqual([403, "auth.factor_too_new"])
    vi.setSystemTime(Date.now() + newFactorHold - 1)
    await db.update(sessions).set({ confirmedAt: Date.now() }).where(eq(sessions.userId, member.user.id))
    expect(await ask(member.session.token, path, body)).toEqual([403, "auth.factor_too_new"])
    vi.setSystemTime(Date.now() + 1)
    expect((await ask(member.session.token, path, body))[0]).toBeLessThan(300)
  })

  test.each(held)("%s does not wait for another second factor, nor without one", async (_what, path, body) => {
    const without = await insertMember()
    expect((await ask(without.session.token, path, body))[0]).toBeLessThan(300)
    const member = await insertMember()
    await enrolApp(member)
    await db
      .update(twoFactor)
      .set({ createdAt: Date.now() - DAY })
      .where(eq(twoFactor.userId, member.user.id))
    await enrolPasskey(member)
    expect((await ask(member.session.token, path, { ...body, email: "another@example.org" }))[0]).toBeLessThan(300)
  })

  test("the page says until when an export waits", async () => {
    const { call, post, session } = await insertMember()
    await enrolApp({ call })
    await db.update(sessions).set({ isStrong: true }).where(eq(sessions.id, session.id))
    const response = await post("/profile/settings/data", { intent: "export" })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining("this is possible from")])
    expect(await db.select().from(dataRequests).where(eq(dataRequests.userId, session.userId))).toEqual([])
  })
})

describe("“This wasn’t me”", () => {
  /** Somebody who knows the password has set up a factor of each kind; returns the link that the owner received. */
  async function insertTakenOver() {
    const member = await insertMember()
    const owner = await insertSession({ userId: member.user.id })
    await enrolApp(member)
    await deliverMails()
    const mail = await receive(member.user.email)
    await enrolPasskey(member)
    return { ...member, owner, link: linkIn(mail), text: mail.text }
  }

  test("the mail about the first second factor says what waits, and opening its link changes nothing", async () => {
    const { user, link, text } = await insertTakenOver()
    expect(text).toContain("For the next 24 hours")
    const before = await factorsOf(user.id)
    const page = await ask(link)
    expect([page.status, headingOf(await page.text())]).toEqual([200, "Was this not you?"])
    expect(await factorsOf(user.id)).toEqual(before)
    expect((await sessionsOf(user.id)).length).toBeGreaterThan(0)
  })

  test("“This wasn’t me” removes every factor, session and the password, and the mailed link sets a new one", async () => {
    const { user, link } = await insertTakenOver()
    const { challenge } = await startSignIn(user.email)
    expect(challenge).toBeTruthy()
    const done = await submit(link)
    expect([done.status, headingOf(await done.text())]).toEqual([200, "It is undone"])
    expect(await factorsOf(user.id)).toEqual([])
    expect(await sessionsOf(user.id)).toEqual([])
    expect(await db.select().from(challenges).where(eq(challenges.userId, user.id))).toEqual([])
    expect(await db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))).toEqual([])
    expect((await callAsStranger("/login", { email: user.email, password })).status).toBe(401)

    const reset = linkIn(await receive(user.email))
    expect(reset).toMatch(/^\/auth\/password\/reset\//)
    const token = reset.split("/").pop()
    expect((await callApi("/auth/password/reset", { token, password: "a fresh and long one" })).status).toBe(204)
    const login = await callAsStranger("/login", { email: user.email, password: "a fresh and long one" })
    expect([login.status, Object.keys((await login.json()) as object)]).toEqual([
      200,
      expect.arrayContaining(["token"]),
    ])
  })

  test("“This wasn’t me” works once, also for two presses at once", async () => {
    const { user, link } = await insertTakenOver()
    const both = await Promise.all([submit(link), submit(link)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    await db.update(users).set({ passwordHash: "kept" }).where(eq(users.id, user.id))
    expect((await submit(link)).status).toBe(410)
    expect((await ask(link)).status).toBe(410)
    expect((await db.select().from(users).where(eq(users.id, user.id)))[0]?.passwordHash).toBe("kept")
  })

  test("the link in the mail with the code ends the sign-in that asked for it, and the code", async () => {
    const member = await insertMember()
    const { code, link } = await haveCodeMailed(member)
    expect((await submit(link)).status).toBe(200)
    expect(await sessionsOf(member.user.id)).toEqual([])
    const again = await insertSession({ userId: member.user.id, confirmedAt: Date.now() })
    const [, begin] = methods[1] as (typeof methods)[number]
    const enrol = await begin({ ...member, ...clientOf(again.token) })
    expect((await enrol({ mail_code: code })).status).toBe(422)
  })

  test("“This wasn’t me” of one member leaves the others alone", async () => {
    const { link } = await insertTakenOver()
    const other = await insertMember()
    await enrolApp(other)
    await submit(link)
    expect((await factorsOf(other.user.id)).length).toBe(11)
    expect(await sessionsOf(other.user.id)).toHaveLength(1)
    expect((await callAsStranger("/login", { email: other.user.email, password })).status).toBe(202)
  })

  test("the link works for seven days, and not for a closed account", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { user, link } = await insertTakenOver()
    const issued = Date.now()
    vi.setSystemTime(issued + undoTokenDays * DAY - 60_000)
    expect((await ask(link)).status).toBe(200)
    await db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, user.id))
    expect((await submit(link)).status).toBe(410)
    await db.update(users).set({ bannedAt: null }).where(eq(users.id, user.id))
    vi.setSystemTime(issued + undoTokenDays * DAY + 60_000)
    expect((await submit(link)).status).toBe(410)
    expect((await factorsOf(user.id)).length).toBeGreaterThan(0)
  })

  test("presses of unknown links are limited by address", async () => {
    const headers = { "CF-Connecting-IP": "192.0.2.77" }
    for (let n = 0; n < limits["auth.token.address"].max; n += 1)
      expect((await submit("/auth/second-factor/undo/unknown", {}, { headers })).status).toBe(410)
    expect((await submit("/auth/second-factor/undo/unknown", {}, { headers })).status).toBe(429)
  })

  test("the mail about a later factor has no such link", async () => {
    const member = await insertMember()
    await enrolApp(member)
    await enrolPasskey(member)
    await deliverMails()
    const templates = (await mailsTo(member.user.email)).map(({ template }) => template)
    expect(templates).toEqual(["passkey-added", "first-factor"])
  })
})
