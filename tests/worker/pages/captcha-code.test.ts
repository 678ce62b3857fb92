import { and, eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { emailTokens, outboxEmails } from "~/db/schema"
import { limits } from "~/domain/core/rate-limits"
import { CaptchaSimulator, captchaKeys } from "../../captcha-simulator"
import { accessCookie, en, fetchWith, form, fr, json, newAddress, withAccess } from "../helpers/app"
import { declarations, fillIn, newApplicant } from "../helpers/applicant"
import { deliverMails, mailBindings, mailsTo, receive, takeWoken } from "../helpers/mail"
import { db, insertUser } from "../helpers/rows"

const MINUTE = 60_000
const settings = {
  ...mailBindings,
  CAPTCHA_PROVIDER: "turnstile",
  CAPTCHA_SITE_KEY: captchaKeys.siteKey,
  CAPTCHA_SECRET: captchaKeys.secret,
}
let simulator: CaptchaSimulator

beforeEach(() => {
  simulator = new CaptchaSimulator("en.localhost")
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => simulator.fetch(new Request(input, init)))
})

afterEach(() => {
  vi.mocked(fetch).mockRestore()
  vi.useRealTimers()
  takeWoken()
})

let made = 0
const newEmail = () => `mailed${++made}@example.org`

const post = async (path: string, body: object, { origin = en, address = newAddress(), changes = {} } = {}) => {
  const { headers, ...init } = json(body, { Origin: origin, "CF-Connecting-IP": address })
  return fetchWith({ ...settings, ...changes }, `${origin}/api${path}`, await withAccess({ ...init, headers }))
}
const requestCode = (email: string, options = {}) => post("/captcha/codes", { email }, options)

/** Reads the code in a mailbox. */
async function codeFor(email: string, options = {}): Promise<string> {
  expect((await requestCode(email, options)).status).toBe(202)
  const { text } = await receive(email)
  return text.match(/^\d{6}$/m)?.[0] ?? ""
}

const tokensOf = (email: string) =>
  db
    .select()
    .from(emailTokens)
    .where(and(eq(emailTokens.purpose, "captcha"), eq(emailTokens.subjectId, email)))

/** Requests a new password with a captcha's token. */
const forgot = (email: string, captcha: string) => post("/auth/password/forgot", { email, captcha })
const passes = async (email: string, code: string) => (await forgot(email, `mail:${code}`)).status === 202
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

describe("the code by e-mail in place of the captcha", () => {
  test("a mailed code has six digits, and replaces the captcha once, without a call of the provider", async () => {
    const email = newEmail()
    const code = await codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    expect(await passes(email, code)).toBe(true)
    expect(await passes(email, code)).toBe(false)
    expect(simulator.asked).toEqual([])
    expect(await tokensOf(email)).toEqual([])
  })

  test("of two requests with one mailed code at the same moment, one passes", async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const both = await Promise.all([passes(email, code), passes(email, code)])
    expect(both.toSorted()).toEqual([false, true])
  })

  test("the mail of a code is in the reader's language, with a neutral subject and no code in it", async () => {
    const [one, other] = [newEmail(), newEmail()]
    await requestCode(one)
    await requestCode(other, { origin: fr })
    const mails = [await receive(one), await receive(other)]
    expect(mails.map(({ subject }) => subject)).toEqual(["Your one-time code", "Votre code à usage unique"])
    for (const { text, html } of mails) {
      expect(text.match(/\d{6}/g)).toHaveLength(1)
      expect(text).toContain("10 minutes")
      expect(text + html).not.toMatch(/href=|https?:/)
    }
  })

  test("a mailed code is for an address in any case", async () => {
    const email = newEmail()
    expect(await passes(email.toUpperCase(), await codeFor(email))).toBe(true)
  })

  test("a mailed code is valid for ten minutes", async () => {
    const [early, late] = [newEmail(), newEmail()]
    const codes = [await codeFor(early), await codeFor(late)] as const
    const now = Date.now()
    vi.useFakeTimers({ now: now + 9 * MINUTE, toFake: ["Date"] })
    expect(await passes(early, codes[0])).toBe(true)
    vi.setSystemTime(now + 10 * MINUTE + 1)
    expect(await passes(late, codes[1])).toBe(false)
  })

  test.each([
    ["a wrong code", (code: string) => `mail:${wrong(code)}`],
    ["no digits", () => "mail:"],
    ["a longer one", (code: string) => `mail:${code}0`],
    ["one with another prefix", (code: string) => `post:${code}`],
  ])("%s is refused as a mailed code, and does not affect the right one", async (_, captchaOf) => {
    const email = newEmail()
    const code = await codeFor(email)
    const refused = await forgot(email, captchaOf(code))
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { captcha: [expect.any(String)] } }])
    expect(await passes(email, code)).toBe(true)
  })

  test("a wrong mailed code is refused while the provider is down, too", async () => {
    const email = newEmail()
    const code = await codeFor(email)
    simulator.isDown = true
    expect(await passes(email, wrong(code))).toBe(false)
  })

  test("a mailed code is valid only for its address", async () => {
    const [email, other] = [newEmail(), newEmail()]
    const code = await codeFor(email)
    await codeFor(other)
    expect(await passes(other, code)).toBe(false)
    expect(await passes(newEmail(), code)).toBe(false)
    expect(await passes(email, code)).toBe(true)
  })

  test("a newer mailed code voids the previous one, and a sixth attempt is refused even if it is right", async () => {
    const email = newEmail()
    const first = await codeFor(email)
    const second = await codeFor(email)
    if (first !== second) expect(await passes(email, first)).toBe(false)
    for (let n = first === second ? 0 : 1; n < 5; n += 1) expect(await passes(email, wrong(second))).toBe(false)
    expect(await passes(email, second)).toBe(false)
    const third = await codeFor(email)
    for (let n = 0; n < 4; n += 1) expect(await passes(email, wrong(third))).toBe(false)
    expect(await passes(email, third)).toBe(true)
  })

  test("neither the token nor the outbox's data holds a mailed code in plain text", async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const [token] = await tokensOf(email)
    expect(JSON.stringify(token)).not.toContain(code)
    expect((await mailsTo(email)).map(({ data }) => data)).toEqual(["{}"])
  })

  test("a mail with an expired code is dropped", async () => {
    const email = newEmail()
    await requestCode(email)
    const now = Date.now()
    vi.useFakeTimers({ now: now + 10 * MINUTE + 1, toFake: ["Date"] })
    await deliverMails()
    expect(await mailsTo(email)).toMatchObject([{ state: "dropped", rendered: null }])
    expect(await tokensOf(email)).toEqual([])
  })
})

describe("requesting a code", () => {
  test("a request for a code has the same response with or without an account", async () => {
    const { email: known } = await insertUser()
    const unknown = newEmail()
    const seen = []
    for (const email of [known, unknown]) {
      const response = await requestCode(email)
      const body = JSON.stringify(await response.json()).replaceAll(email, "ADDRESS")
      const { subject, text } = await receive(email)
      seen.push([response.status, body, subject, text.replace(/\d{6}/, "CODE")])
    }
    expect(seen[0]).toEqual(seen[1])
  })

  test("requests for a code are limited by e-mail address, from any network", async () => {
    const email = newEmail()
    const { max } = limits["captcha.code.email"]
    for (let n = 0; n < max; n += 1) expect((await requestCode(email)).status).toBe(202)
    const refused = await requestCode(email)
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true])
    expect(await mailsTo(email)).toHaveLength(max)
  })

  test("requests for a code are limited by network, for any e-mail address", async () => {
    const address = newAddress()
    const { max } = limits["captcha.code.address"]
    for (let n = 0; n < max; n += 1) expect((await requestCode(newEmail(), { address })).status).toBe(202)
    const email = newEmail()
    expect((await requestCode(email, { address })).status).toBe(429)
    expect(await mailsTo(email)).toEqual([])
  })

  test.each([["no address"], [""], ["a@b"]])("a request for a code sends no mail to %j", async (email) => {
    const refused = await requestCode(email)
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { email: [expect.any(String)] } }])
  })

  test("a request for a code does not exist where no captcha is configured, and no code is valid there", async () => {
    const email = newEmail()
    const refused = await requestCode(email, { changes: { CAPTCHA_PROVIDER: undefined } })
    expect(refused.status).toBe(404)
    expect(await db.select().from(outboxEmails).where(eq(outboxEmails.recipient, email))).toEqual([])
  })

  test("a request for a code does not need the age notice, like the forms that use the code", async () => {
    const { headers, ...init } = json({ email: newEmail() })
    const visitor = { ...init, headers: { ...headers, Cookie: await accessCookie() } }
    const response = await fetchWith({ ...settings, AGE_NOTICE: "on" }, "/api/captcha/codes", visitor)
    expect(response.status).toBe(202)
  })
})

describe("each form with a captcha takes a code", () => {
  const send = async (path: string, fields: Record<string, string>, cookie = "") => {
    const { headers, ...init } = form(fields)
    return fetchWith(
      settings,
      path,
      await withAccess({ ...init, headers: { ...(headers as object), ...(cookie && { Cookie: cookie }) } }),
    )
  }

  test("joining accepts a mailed code, by the page and by the API", async () => {
    const fields = { name: "Ada", password: "the cat sleeps on the sofa", adult: "on", terms: "on" }
    const email = newEmail()
    const captcha = `mail:${await codeFor(email)}`
    expect((await send("/become-member", { ...fields, email: newEmail(), captcha })).status).toBe(422)
    expect((await send("/become-member", { ...fields, email, captcha })).status).toBe(302)
    const other = newEmail()
    const body = { ...fields, email: other, adult: true, terms: true, captcha: `mail:${await codeFor(other)}` }
    expect((await post("/auth/join", body)).status).toBe(202)
  })

  test("a password reset accepts a mailed code, and shows a wrong one's problem beside the field, without the code", async () => {
    const email = newEmail()
    const code = await codeFor(email)
    const refused = await send("/auth/password/reset", { email, captcha: `mail:${wrong(code)}` })
    const html = await refused.text()
    expect([refused.status, html.includes("This code is wrong or no longer valid.")]).toEqual([422, true])
    expect(html).not.toContain(wrong(code))
    expect((await send("/auth/password/reset", { email, captcha: `mail:${code}` })).status).toBe(200)
  })

  test("writing to support accepts a mailed code", async () => {
    const email = newEmail()
    const message = { category: "other", message: "Hello?", name: "Ada", email }
    const captcha = `mail:${await codeFor(email)}`
    expect((await send("/contact", { ...message, email: newEmail(), captcha })).status).toBe(422)
    expect((await send("/contact", { ...message, captcha })).status).toBe(302)
  })

  test("sending an application accepts a mailed code", async () => {
    const visitor = newApplicant()
    await fillIn(visitor)
    const cookie = `__Host-salon_application=${visitor.secret()}`
    const email = newEmail()
    const captcha = `mail:${await codeFor(email)}`
    expect((await send("/casting/send", { ...declarations, email: newEmail(), captcha }, cookie)).status).toBe(422)
    const sent = await send("/casting/send", { ...declarations, email, captcha }, cookie)
    expect(sent.headers.get("Location")).toBe("/casting/status")
  })
})
