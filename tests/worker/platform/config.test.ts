import { describe, expect, test } from "vitest"
import { fetchWith, production, withAccess } from "../helpers/app"
import { logText, takeLog } from "../helpers/log"
import { headingOf } from "../helpers/page"

const domains = (value: unknown) => ({ LOCALE_DOMAINS: JSON.stringify(value) })

describe("a setting that is missing or malformed", () => {
  test.each<[string, object, string]>([
    ["APP_ENV missing", { APP_ENV: undefined }, "APP_ENV"],
    ["APP_ENV unknown", { APP_ENV: "staging-secret" }, "APP_ENV"],
    ["APP_NAME empty", { APP_NAME: "" }, "APP_NAME"],
    ["APP_NAME too long", { APP_NAME: "secret".repeat(20) }, "APP_NAME"],
    ["ACCESS_KEY too short", { ACCESS_KEY: "secret" }, "ACCESS_KEY"],
    ["ACCESS_KEY too long", { ACCESS_KEY: "secret".repeat(50) }, "ACCESS_KEY"],
    ["LOCALE_DOMAINS not JSON", { LOCALE_DOMAINS: "[secret" }, "LOCALE_DOMAINS"],
    ["LOCALE_DOMAINS not a list", domains({ code: "secret" }), "LOCALE_DOMAINS"],
    [
      "LOCALE_DOMAINS of an unknown language",
      domains([{ code: "de", domain: "secret.example" }]),
      "LOCALE_DOMAINS.0.code",
    ],
    ["LOCALE_DOMAINS with a path", domains([{ code: "en", domain: "secret.example/en" }]), "LOCALE_DOMAINS.0.domain"],
    ["LOCALE_DOMAINS without a domain", domains([{ code: "en" }]), "LOCALE_DOMAINS.0.domain"],
    ["SECRETS_KEY too short", { SECRETS_KEY: "secret" }, "SECRETS_KEY"],
    ["STAFF_SECOND_FACTOR unknown", { STAFF_SECOND_FACTOR: "secret" }, "STAFF_SECOND_FACTOR"],
    ["INDEXING unknown", { INDEXING: "secret" }, "INDEXING"],
    ["AGE_NOTICE unknown", { AGE_NOTICE: "secret" }, "AGE_NOTICE"],
    ["QUICK_EXIT_URL not https", { QUICK_EXIT_URL: "javascript:secret" }, "QUICK_EXIT_URL"],
    ["PRIMARY_COLOR unknown", { PRIMARY_COLOR: "secret" }, "PRIMARY_COLOR"],
  ])("%s: the log names the setting, without its value, and a reader sees nothing of it", async (_, settings, name) => {
    const response = await fetchWith(settings, "/escorts", await withAccess())
    expect(response.status).toBe(500)
    const html = await response.text()
    expect(headingOf(html)).toBe("500: Internal Server Error")
    expect(html).not.toMatch(/APP_|ACCESS_|LOCALE_|PRIMARY_|secret|salon|Config/i)
    expect(logText()).not.toContain("secret")
    expect(takeLog("config.invalid")).toMatchObject([{ error: expect.stringContaining(`${name}: `) }])
  })

  test.each([
    ["ACESS_KEY", "ACESS_KEY: is no setting (did you mean ACCESS_KEY?)"],
    ["Access_Key", "Access_Key: is no setting (did you mean ACCESS_KEY?)"],
    ["FAVOURITE_COLOUR_OF_ALL", "FAVOURITE_COLOUR_OF_ALL: is no setting"],
  ])("a misspelt setting (%s) closes the site and is named, with the one that was meant", async (name, problem) => {
    expect((await fetchWith({ [name]: "a value of theirs" }, "/about", await withAccess())).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([{ error: `ConfigError: ${problem}` }])
  })

  test("a missing or malformed setting is named together with every other one", async () => {
    await fetchWith({ APP_ENV: "x", ACCESS_KEY: "x", PRIMARY_COLOR: "x" }, "/")
    const [line] = takeLog("config.invalid")
    for (const name of ["APP_ENV", "ACCESS_KEY", "PRIMARY_COLOR"]) expect(line?.error).toContain(name)
  })

  test("a missing or malformed setting fails the API as JSON, and the health report too", async () => {
    for (const path of ["/api/auth/me", "/health"]) {
      expect([path, (await fetchWith({ APP_ENV: "x" }, path)).status]).toEqual([path, 500])
    }
    expect(await (await fetchWith({ APP_ENV: "x" }, "/api/auth/me")).json()).toMatchObject({ code: "server.failed" })
    expect(takeLog("config.invalid")).toHaveLength(3)
  })
})

describe("production", () => {
  test("production refuses the access key of development machines", async () => {
    const settings = { ...production, ACCESS_KEY: "open-sesame" }
    expect((await fetchWith(settings, "/?password=open-sesame")).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([{ error: "ConfigError: ACCESS_KEY: is the development value" }])
  })

  test("production refuses the development mailbox", async () => {
    expect((await fetchWith({ ...production, MAIL_ADAPTER: "mailbox" }, "/")).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([
      { error: "ConfigError: MAIL_ADAPTER: is the development adapter" },
    ])
  })

  test("production refuses a missing or published encryption key", async () => {
    for (const [SECRETS_KEY, problem] of [
      [undefined, "is missing"],
      ["ZGV2ZWxvcG1lbnQtb25seS1ub3QtYS1zZWNyZXQtMDE", "is the development value"],
    ] as const) {
      expect((await fetchWith({ ...production, SECRETS_KEY }, "/")).status).toBe(500)
      expect(takeLog("config.invalid")).toMatchObject([{ error: `ConfigError: SECRETS_KEY: ${problem}` }])
    }
  })

  test("production refuses the sender of the example", async () => {
    for (const address of ["post@salon.example", "post@EXAMPLE", "post@mail.test", "post@localhost"]) {
      for (const MAIL_FROM of [address, `Salon <${address}>`]) {
        expect((await fetchWith({ ...production, MAIL_FROM }, "/")).status).toBe(500)
        expect(takeLog("config.invalid")).toMatchObject([
          { error: "ConfigError: MAIL_FROM: is an example: nothing can be sent from it" },
        ])
      }
    }
  })

  test("production refuses staff without a second factor", async () => {
    expect((await fetchWith({ ...production, STAFF_SECOND_FACTOR: "optional" }, "/")).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([
      { error: "ConfigError: STAFF_SECOND_FACTOR: cannot be optional in production" },
    ])
  })

  test("production refuses the payment simulator, a test key, and a live key without the recorded approval", async () => {
    const key = { STRIPE_SECRET_KEY: "sk_live_a", STRIPE_WEBHOOK_SECRET: "whsec_a" }
    const approval = { provider: "stripe", ref: "T-1", date: "2026-11-01", declared_activity: "A directory of guides" }
    const approved = { ...key, PAYMENT_APPROVAL: JSON.stringify(approval) }
    const cases: [object, string][] = [
      [{ ...approved, STRIPE_ORIGIN: "http://127.0.0.1:8790" }, "STRIPE_ORIGIN: is the payment simulator's"],
      [{ ...approved, STRIPE_SECRET_KEY: "sk_test_a" }, "STRIPE_SECRET_KEY: is a test key"],
      [key, "PAYMENT_APPROVAL: is missing: live payments need the provider's recorded approval of your activity"],
      [{ ...approved, STRIPE_WEBHOOK_SECRET: "" }, "STRIPE_WEBHOOK_SECRET: is needed by STRIPE_SECRET_KEY"],
    ]
    for (const [settings, problem] of cases) {
      expect((await fetchWith({ ...production, ...settings }, "/")).status).toBe(500)
      expect(takeLog("config.invalid")).toMatchObject([{ error: `ConfigError: ${problem}` }])
    }
    expect((await fetchWith({ ...production, ...approved }, "/health")).status).toBe(200)
  })

  test("a live key is refused outside production", async () => {
    const live = { STRIPE_SECRET_KEY: "sk_live_a", STRIPE_WEBHOOK_SECRET: "whsec_a", STRIPE_ORIGIN: "" }
    const approval = { provider: "stripe", ref: "T-1", date: "2026-11-01", declared_activity: "A directory of guides" }
    expect((await fetchWith({ ...live, PAYMENT_APPROVAL: JSON.stringify(approval) }, "/")).status).toBe(500)
    expect(takeLog("config.invalid")).toHaveLength(1)
  })

  test("production accepts any other access key", async () => {
    expect((await fetchWith(production, "/?password=a+value+of+our+own")).status).toBe(303)
  })
})

test("Cloudflare Stream needs its account and its token, and no jurisdiction that it would leave", async () => {
  const stream = { STREAM_ACCOUNT_ID: "0".repeat(32), STREAM_API_TOKEN: "a-token-of-cloudflare-stream" }
  for (const [settings, problem] of [
    [{ ...stream, STREAM_API_TOKEN: "" }, "STREAM_API_TOKEN: and STREAM_ACCOUNT_ID are needed together"],
    [{ ...stream, STREAM_ACCOUNT_ID: "" }, "STREAM_API_TOKEN: and STREAM_ACCOUNT_ID are needed together"],
    [{ ...stream, DATA_JURISDICTION: "eu" }, "STREAM_ACCOUNT_ID: would take videos out of DATA_JURISDICTION"],
  ] as const) {
    expect((await fetchWith(settings, "/")).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([{ error: `ConfigError: ${problem}` }])
  }
  expect((await fetchWith(stream, "/health")).status).toBe(200)
})

describe("the settings that pages show", () => {
  test("the settings that pages show are the name and the colour", async () => {
    const html = await (
      await fetchWith({ APP_NAME: "Le Cercle", PRIMARY_COLOR: "green" }, "/nowhere", await withAccess())
    ).text()
    expect(html).toContain("Le Cercle")
    expect(html).toMatch(/<html[^>]* data-primary="green"/)
  })

  test("blank settings count as absent, and so does a key that older development settings lack", async () => {
    expect((await fetchWith({ ACCESS_KEY: "", LOCALE_DOMAINS: "", SECRETS_KEY: "" }, "/auth/login")).status).toBe(200)
  })
})
