import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { CaptchaSimulator, captchaKeys } from "../../captcha-simulator"
import { fetchWith, form, json, production, withAccess } from "../helpers/app"
import { declarations, fillIn, newApplicant } from "../helpers/applicant"
import { takeLog } from "../helpers/log"
import { mailBindings, mailsTo, takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"

let simulator: CaptchaSimulator

beforeEach(() => {
  simulator = new CaptchaSimulator("en.localhost")
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => simulator.fetch(new Request(input, init)))
})

afterEach(() => {
  vi.mocked(fetch).mockRestore()
  takeWoken()
})

const origins = { recaptcha: "https://www.google.com", turnstile: "https://challenges.cloudflare.com" }
const settingsOf = (provider: string) => ({
  ...mailBindings,
  CAPTCHA_PROVIDER: provider,
  CAPTCHA_SITE_KEY: captchaKeys.siteKey,
  CAPTCHA_SECRET: captchaKeys.secret,
})

let made = 0
const newEmail = () => `person${++made}@example.org`
const fieldsOf = (email: string, captcha?: string) => ({
  name: "Ada",
  email,
  password: "the cat sleeps on the sofa",
  adult: "on",
  terms: "on",
  ...(captcha === undefined ? {} : { captcha }),
})

describe.each(["recaptcha", "turnstile"] as const)("with %s", (provider) => {
  const post = async (path: string, fields: Record<string, string>, changes = {}) =>
    fetchWith({ ...settingsOf(provider), ...changes }, path, await withAccess(form(fields)))

  /** Requests a sign-up with a token; returns whether it was accepted. */
  async function joins(answer: string | undefined, changes = {}): Promise<boolean> {
    const email = newEmail()
    const response = await post("/become-member", fieldsOf(email, answer), changes)
    expect([302, 422]).toContain(response.status)
    expect(await mailsTo(email)).toHaveLength(response.status === 302 ? 1 : 0)
    return response.status === 302
  }

  test("a captcha token works once, verified by the provider without any data of the reader", async () => {
    expect([await joins("person-1"), await joins("person-1")]).toEqual([true, false])
    const [url, init] = vi.mocked(fetch).mock.calls[0] ?? []
    expect(String(url)).toBe(
      `${origins[provider]}${provider === "recaptcha" ? "/recaptcha/api" : "/turnstile/v0"}/siteverify`,
    )
    expect(String(init?.body)).toBe(`secret=${captchaKeys.secret}&response=person-1`)
    expect(takeLog("captcha.refused")).toMatchObject([{ level: "warn", codes: ["timeout-or-duplicate"] }])
  })

  test.each([
    ["no answer", undefined],
    ["an empty one", ""],
    ["an invented one", "a-machine"],
    ["one of another site", "person-elsewhere-1"],
  ])("%s is refused as a captcha token, beside the field, with the typed values", async (_, answer) => {
    const email = newEmail()
    const response = await post("/become-member", { ...fieldsOf(email, answer), "g-recaptcha-response": "typed" })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain("We couldn’t confirm that you’re human. Please try again.")
    expect(html).toContain(`value="${email}"`)
    if (answer) expect(html).not.toContain(answer)
    expect(await mailsTo(email)).toEqual([])
  })

  test("a captcha token of a megabyte is refused without a call of the provider", async () => {
    expect(await joins("person-".repeat(100_000))).toBe(false)
    expect(simulator.asked).toEqual([])
  })

  test("a wrong captcha secret admits nobody, and the log says why", async () => {
    expect(await joins("person-2", { CAPTCHA_SECRET: "wrong" })).toBe(false)
    expect(takeLog("captcha.refused")).toMatchObject([{ codes: ["invalid-input-secret"] }])
  })

  test("while the captcha provider is unreachable, every token passes, and a missing one does not", async () => {
    expect(await joins("fail-inside")).toBe(true)
    simulator.isDown = true
    expect([await joins("person-3"), await joins(undefined)]).toEqual([true, false])
    vi.mocked(fetch).mockRejectedValueOnce(new Error("no route"))
    vi.mocked(fetch).mockResolvedValueOnce(new Response("<html>"))
    vi.mocked(fetch).mockResolvedValueOnce(new Response("null"))
    expect([await joins("person-4"), await joins("person-5"), await joins("person-6")]).toEqual([true, true, true])
    expect(takeLog("captcha.unreachable")).toHaveLength(5)
  })

  test("a captcha is required for a password reset too, and by the API", async () => {
    const email = newEmail()
    expect((await post("/auth/password/reset", { email })).status).toBe(422)
    expect((await post("/auth/password/reset", { email, captcha: "person-7" })).status).toBe(200)
    const call = async (path: string, body: object) =>
      fetchWith(settingsOf(provider), `/api/auth${path}`, await withAccess(json(body)))
    const refused = await call("/password/forgot", { email })
    expect([refused.status, await refused.json()]).toMatchObject([422, { errors: { captcha: [expect.any(String)] } }])
    expect((await call("/password/forgot", { email, captcha: "person-8" })).status).toBe(202)
    const joining = { ...fieldsOf(newEmail()), adult: true, terms: true }
    expect((await call("/join", joining)).status).toBe(422)
    expect((await call("/join", { ...joining, captcha: "person-9" })).status).toBe(202)
  })

  test("a captcha is required of visitors who write to support or apply, and of no member", async () => {
    const message = { category: "other", message: "Hello?", name: "Ada", email: newEmail() }
    expect((await post("/contact", message)).status).toBe(422)
    expect((await post("/contact", { ...message, captcha: "person-10" })).status).toBe(302)
    const member = await insertMember()
    const { headers, ...init } = form({ category: "other", message: "Hello?" })
    const own = await fetchWith(
      settingsOf(provider),
      "/contact",
      await withAccess({ ...init, headers: { ...headers, Cookie: member.cookie } }),
    )
    expect(own.status).toBe(302)

    const visitor = newApplicant()
    await fillIn(visitor)
    const cookie = `__Host-salon_application=${visitor.secret()}`
    const send = async (fields: Record<string, string>) => {
      const { headers, ...init } = form({ ...declarations, email: message.email, ...fields })
      return fetchWith(
        settingsOf(provider),
        "/casting/send",
        await withAccess({ ...init, headers: { ...headers, Cookie: cookie } }),
      )
    }
    const refused = await send({})
    expect([refused.status, (await refused.text()).includes("We couldn’t confirm that you’re human.")]).toEqual([
      422,
      true,
    ])
    expect((await send({ to: "later" })).headers.get("Location")).toBe("/casting")
    expect((await send({ captcha: "person-11" })).headers.get("Location")).toBe("/casting/status")
  })

  test("only pages with a captcha allow its provider, also when refused or failed, and none loads it by itself", async () => {
    const policyOf = async (path: string, init: RequestInit = {}) => {
      const response = await fetchWith(settingsOf(provider), path, await withAccess(init))
      expect(await response.text()).not.toMatch(/<script[^>]*src="https?:/)
      return response.headers.get("Content-Security-Policy") ?? ""
    }
    for (const path of ["/become-member", "/auth/password/reset", "/contact"]) {
      const policy = await policyOf(path)
      expect(policy).toMatch(new RegExp(`script-src 'self' 'nonce-\\w+' ${origins[provider]}`))
      expect(policy).toContain(`frame-src ${origins[provider]}`)
      expect(policy).not.toMatch(/unsafe|\*/)
      expect(await policyOf(path, form({ email: "x" }))).toContain(origins[provider])
    }
    for (const path of ["/", "/escorts", "/auth/login", "/nowhere", "/auth/emails/sent/x", "/auth/password/reset/x"])
      expect(await policyOf(path)).not.toMatch(/https:|frame-src/)
  })

  test("a reader without script is shown what to do about the captcha", async () => {
    const response = await fetchWith(settingsOf(provider), "/become-member", await withAccess())
    expect(await response.text()).toMatch(/<noscript>.*This form needs JavaScript to keep robots out\./)
  })
})

describe("without a captcha", () => {
  test("forms without a configured captcha require none, and the policy allows no other origin", async () => {
    const page = await fetchWith(mailBindings, "/become-member", await withAccess())
    expect(page.headers.get("Content-Security-Policy")).not.toMatch(/https:|frame-src/)
    expect(await page.text()).not.toMatch(/<noscript>|name="captcha"/)
    const response = await fetchWith(mailBindings, "/become-member", await withAccess(form(fieldsOf(newEmail()))))
    expect(response.status).toBe(302)
    expect(simulator.asked).toEqual([])
  })
})

describe("the settings", () => {
  test.each<[string, object, string]>([
    ["a provider that we do not know", { CAPTCHA_PROVIDER: "hcaptcha" }, "CAPTCHA_PROVIDER: "],
    ["no site key", { CAPTCHA_SITE_KEY: "" }, "CAPTCHA_SITE_KEY: and CAPTCHA_SECRET are needed by a captcha"],
    ["no secret", { CAPTCHA_SECRET: undefined }, "CAPTCHA_SITE_KEY: and CAPTCHA_SECRET are needed by a captcha"],
    [
      "a stand-in in production",
      { ...production, CAPTCHA_ORIGIN: "http://127.0.0.1:1" },
      "CAPTCHA_ORIGIN: is for tests",
    ],
  ])("the captcha settings refuse %s", async (_, changes, message) => {
    const settings = { ...settingsOf("turnstile"), MAIL_QUEUE: undefined, ...changes }
    expect((await fetchWith(settings, "/", await withAccess())).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([{ error: expect.stringContaining(message) }])
  })

  test("the captcha settings are complete in production with a provider and its keys", async () => {
    const settings = { ...settingsOf("turnstile"), ...production }
    expect((await fetchWith(settings, "/?password=a+value+of+our+own")).status).toBe(303)
  })
})
