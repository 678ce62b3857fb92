import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { challenges, passkeys, recoveryCodes, sessions } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { networkOf } from "~/lib/network-address"
import { addCookie, en, fetchWith, form, fr, json, setCookieOf, withAccess } from "../helpers/app"
import { Authenticator, type Slips } from "../helpers/authenticator"
import { databaseLosing } from "../helpers/broken"
import { exhaustLimit } from "../helpers/limits"
import { takeLog } from "../helpers/log"
import { mailsTo, receive, takeWoken } from "../helpers/mail"
import { db, password } from "../helpers/rows"
import {
  asked,
  callAsStranger,
  clientOf,
  codeAt,
  enrolApp,
  enrolPasskey,
  insertEnroller,
  insertMailCode,
  startSignIn,
} from "../helpers/second-factor"

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const passkeysOf = (userId: string) => db.select().from(passkeys).where(eq(passkeys.userId, userId))

/** Signs in with a passkey; returns the response. */
async function signIn(authenticator: Authenticator, slips: Slips = {}): Promise<Response> {
  const { challenge, options } = await asked(await callAsStranger("/login/passkey/options"))
  return callAsStranger("/login/passkey", { challenge, passkey: await authenticator.prove(options.challenge, slips) })
}

describe("adding a passkey", () => {
  test("adding a passkey stores its public key alone, returns recovery codes with the first, and sends a mail", async () => {
    const member = await insertEnroller()
    const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
    expect(options).toMatchObject({
      rp: { id: "en.localhost", name: "Salon" },
      user: { name: member.user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    })
    const authenticator = new Authenticator(en)
    const passkey = await authenticator.make(options.challenge)
    const response = await member.call("/second-factor/passkeys", { challenge, name: " Ada’s phone ", passkey })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ id: authenticator.id, recovery_codes: expect.any(Array) })
    expect(await passkeysOf(member.user.id)).toMatchObject([
      { id: authenticator.id, name: "Ada’s phone", rpId: "en.localhost", transports: '["internal"]', lastUsedAt: null },
    ])
    const mail = await receive(member.user.email)
    expect([mail.subject, mail.text]).toEqual([
      "Two-step login was turned on",
      expect.stringContaining("A passkey was added"),
    ])
    await enrolPasskey(member, "Key")
    expect((await receive(member.user.email)).subject).toBe("A passkey was added")
    expect(await (await member.open("/profile/settings/sign-in")).text()).toContain("Ada’s phone")
  })

  test.each<[string, Slips]>([
    ["of another origin", { origin: "https://evil.example" }],
    ["for another domain", { rpId: "evil.example" }],
    ["without a finger or number", { isUnverified: true }],
    ["that is a sign-in's", { type: "webauthn.get" }],
  ])("adding a passkey refuses one %s", async (_, slips) => {
    const member = await insertEnroller()
    const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
    const passkey = await new Authenticator(en).make(options.challenge, slips)
    const response = await member.call("/second-factor/passkeys", { challenge, name: "x", passkey })
    expect([response.status, await response.json()]).toMatchObject([422, { code: "auth.passkey_refused" }])
    expect(await passkeysOf(member.user.id)).toEqual([])
  })

  test("adding a passkey refuses an assertion that is repeated, late, or for another or an unknown challenge", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const [member, other] = [await insertEnroller(), await insertEnroller()]
    await enrolApp(member)
    const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
    const passkey = await new Authenticator(en).make(options.challenge)
    const body = { challenge, name: "x", passkey }
    const twice = await Promise.all([1, 2].map(() => member.call("/second-factor/passkeys", body)))
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 410])

    const foreign = await asked(await other.call("/second-factor/passkeys/options"))
    const stolen = {
      challenge: foreign.challenge,
      name: "x",
      passkey: await new Authenticator(en).make(foreign.options.challenge),
    }
    expect((await member.call("/second-factor/passkeys", stolen)).status).toBe(410)
    const invented = await asked(await member.call("/second-factor/passkeys/options"))
    const wrong = {
      challenge: invented.challenge,
      name: "x",
      passkey: await new Authenticator(en).make("A".repeat(43)),
    }
    expect((await member.call("/second-factor/passkeys", wrong)).status).toBe(422)
    const slow = await asked(await member.call("/second-factor/passkeys/options"))
    vi.setSystemTime(Date.now() + 5 * MINUTE)
    const late = {
      challenge: slow.challenge,
      name: "x",
      passkey: await new Authenticator(en).make(slow.options.challenge),
    }
    expect((await member.call("/second-factor/passkeys", late)).status).toBe(410)
    expect(await passkeysOf(member.user.id)).toHaveLength(1)
  })

  test("adding a passkey refuses one that is registered already", async () => {
    const [ada, bob] = [await insertEnroller(), await insertEnroller()]
    const authenticator = await enrolPasskey(ada)
    const { challenge, options } = await asked(await bob.call("/second-factor/passkeys/options"))
    const passkey = await authenticator.make(options.challenge)
    expect((await bob.call("/second-factor/passkeys", { challenge, name: "x", passkey })).status).toBe(422)
    expect(await passkeysOf(ada.user.id)).toHaveLength(1)
  })

  test("adding one passkey to several accounts at once succeeds for one of them", async () => {
    const authenticator = new Authenticator(en)
    const attempts = await Promise.all(
      [1, 2, 3].map(async () => {
        const member = await insertEnroller()
        const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
        return { member, body: { challenge, name: "x", passkey: await authenticator.make(options.challenge) } }
      }),
    )
    const responses = await Promise.all(
      attempts.map(({ member, body }) => member.call("/second-factor/passkeys", body)),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    for (const [index, { member }] of attempts.entries()) {
      const isAdded = responses[index]?.status === 201
      expect(await passkeysOf(member.user.id)).toHaveLength(isAdded ? 1 : 0)
      expect(await mailsTo(member.user.email)).toHaveLength(isAdded ? 1 : 0)
      const { recovery_codes_left } = (await (await member.call("/second-factor", {}, "GET")).json()) as {
        recovery_codes_left: number
      }
      expect(recovery_codes_left).toBe(isAdded ? 10 : 0)
    }
  })

  test("adding a passkey excludes the same device, and ends at twenty", async () => {
    const member = await insertEnroller()
    const { id } = await enrolPasskey(member)
    const { options } = await asked(await member.call("/second-factor/passkeys/options"))
    expect(options.excludeCredentials).toMatchObject([{ id }])
    const row = (await passkeysOf(member.user.id))[0]
    if (!row) throw new Error("There is no passkey")
    for (let n = 0; n < 19; n += 1) await db.insert(passkeys).values({ ...row, id: `${row.id}${n}` })
    expect((await member.call("/second-factor/passkeys/options")).status).toBe(409)
  })

  test("adding passkeys by challenges that were issued before the twentieth ends at twenty, and changes nothing else", async () => {
    const member = await insertEnroller()
    const { id: userId } = member.user
    const earlier = Date.now() - MINUTE
    const confirmSession = () =>
      db.update(sessions).set({ confirmedAt: earlier, isStrong: true }).where(eq(sessions.id, member.session.id))
    const answers = await Promise.all(
      [1, 2, 3].map(async () => {
        const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
        const passkey = await new Authenticator(en).make(options.challenge)
        return () => member.call("/second-factor/passkeys", { challenge, name: "x", passkey })
      }),
    )
    const row = { userId, publicKey: "x", counter: 0, transports: "[]", name: "x", createdAt: 1, updatedAt: 1 }
    for (let n = 0; n < 19; n += 1) await db.insert(passkeys).values({ ...row, id: `${userId}-${n}` })
    await confirmSession()
    const two = await Promise.all(answers.slice(0, 2).map((answer) => answer()))
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await confirmSession()
    const third = await answers[2]?.()
    expect([third?.status, await third?.json()]).toMatchObject([409, { code: "auth.passkeys_too_many" }])
    expect(await passkeysOf(userId)).toHaveLength(20)
    expect(await mailsTo(member.user.email)).toHaveLength(1)
    expect(await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId))).toEqual([])
    const [session] = await db.select().from(sessions).where(eq(sessions.id, member.session.id))
    expect(session?.confirmedAt).toBe(earlier)
  })

  test("adding a passkey whose response from the database is lost fails as such, not as a refused passkey", async () => {
    const settings = { DB: databaseLosing('insert into "passkeys"') }
    const member = await insertEnroller()
    const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
    const passkey = await new Authenticator(en).make(options.challenge)
    const { call } = clientOf(member.session.token, settings)
    const mail_code = await insertMailCode(member.user.id)
    expect((await call("/second-factor/passkeys", { challenge, name: "x", passkey, mail_code })).status).toBe(500)
    expect(takeLog("request.failed")).toHaveLength(1)
    expect(await passkeysOf(member.user.id)).toHaveLength(1)
  })

  test.each([
    ["no name", { name: " " }],
    ["a name too long", { name: "x".repeat(81) }],
    ["a name of what nobody sees", { name: "\u200b\n" }],
    ["an answer of nothing", { passkey: {} }],
    [
      "an answer of 500 KB",
      { passkey: { id: "a", rawId: "a", type: "public-key", response: { clientDataJSON: "a".repeat(500_000) } } },
    ],
    [
      "a key of garbage",
      {
        passkey: {
          id: "a",
          rawId: "a",
          type: "public-key",
          response: { clientDataJSON: "e30", attestationObject: "o2Nm" },
        },
      },
    ],
    [
      "nested garbage",
      {
        passkey: {
          id: "a",
          rawId: "a",
          type: "public-key",
          response: { clientDataJSON: "W10", attestationObject: { a: [1] } },
        },
      },
    ],
  ])("adding a passkey refuses %s", async (_, change) => {
    const member = await insertEnroller()
    const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
    const passkey = await new Authenticator(en).make(options.challenge)
    const response = await member.call("/second-factor/passkeys", { challenge, name: "x", passkey, ...change })
    expect(response.status).toBe(422)
    expect(await passkeysOf(member.user.id)).toEqual([])
  })
})

describe("signing in with a passkey needs neither address nor password, and counts as both factors", () => {
  test("needs neither address nor password, and counts as both factors", async () => {
    const member = await insertEnroller()
    const authenticator = await enrolPasskey(member)
    const question = await asked(await callAsStranger("/login/passkey/options"))
    expect(question.options).toMatchObject({ rpId: "en.localhost", userVerification: "required" })
    expect(question.options.allowCredentials ?? []).toEqual([])
    const response = await signIn(authenticator)
    const { token } = (await response.json()) as { token: string }
    expect(await (await clientOf(token).call("/me", {}, "GET")).json()).toMatchObject({ id: member.user.id })
    const [session] = await db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, sha256(token)))
    expect(session).toMatchObject({ kind: "api", isStrong: true, confirmedAt: expect.any(Number) })
    expect((await passkeysOf(member.user.id))[0]?.lastUsedAt).toBeGreaterThan(0)
  })

  test("signing in with a passkey on the page sets the cookie and redirects as the login does", async () => {
    const authenticator = await enrolPasskey(await insertEnroller())
    const { challenge, options } = await asked(await callAsStranger("/login/passkey/options"))
    const passkey = JSON.stringify(await authenticator.prove(options.challenge))
    const response = await fetchWith({}, "/auth/passkey", await withAccess(form({ challenge, passkey })))
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile"])
    expect(setCookieOf(response, "__Host-salon_session")?.value).toMatch(/^[\w-]{43}$/)
    for (const fields of [
      { challenge, passkey },
      { challenge, passkey: "{" },
      { challenge },
      { passkey: "x".repeat(30_000) },
    ]) {
      const refused = await fetchWith(
        {},
        "/auth/passkey.data",
        await withAccess(form(fields as Record<string, string>)),
      )
      expect([410, 422]).toContain(refused.status)
      expect(setCookieOf(refused, "__Host-salon_session")).toBeUndefined()
    }
  })

  test("signing in with an unknown passkey is refused", async () => {
    const response = await signIn(new Authenticator(en))
    expect([response.status, await response.json()]).toMatchObject([422, { code: "auth.passkey_unknown" }])
  })

  test.each<[string, Slips]>([
    ["another origin's", { origin: "https://evil.example" }],
    ["the right name on another port's", { origin: "http://en.localhost:9999" }],
    ["another domain's", { rpId: "evil.example" }],
    ["without a finger or number", { isUnverified: true }],
    ["an enrolment's", { type: "webauthn.create" }],
    ["a copy's, which counted less", { counter: 1 }],
  ])("signing in with a passkey refuses an assertion that is %s", async (_, slips) => {
    const authenticator = await enrolPasskey(await insertEnroller())
    const response = await signIn(authenticator, slips)
    expect([response.status, await response.json()]).toMatchObject([422, { code: "auth.passkey_refused" }])
  })

  test("signing in with an assertion signed by another key of the same id is refused", async () => {
    const authenticator = await enrolPasskey(await insertEnroller())
    const thief = new Authenticator(en)
    const { challenge, options } = await asked(await callAsStranger("/login/passkey/options"))
    const passkey = {
      ...(await thief.prove(options.challenge, { counter: 9 })),
      id: authenticator.id,
      rawId: authenticator.id,
    }
    expect((await callAsStranger("/login/passkey", { challenge, passkey })).status).toBe(422)
  })

  test("signing in works for passkeys without a counter", async () => {
    const authenticator = new Authenticator(en)
    const member = await insertEnroller()
    const { challenge, options } = await asked(await member.call("/second-factor/passkeys/options"))
    const passkey = await authenticator.make(options.challenge, { counter: 0 })
    expect((await member.call("/second-factor/passkeys", { challenge, name: "x", passkey })).status).toBe(201)
    for (let n = 0; n < 2; n += 1) expect((await signIn(authenticator, { counter: 0 })).status).toBe(200)
  })

  test("signing in accepts each assertion once, also of many at once, and none that is late", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const authenticator = await enrolPasskey(await insertEnroller())
    const { challenge, options } = await asked(await callAsStranger("/login/passkey/options"))
    const body = { challenge, passkey: await authenticator.prove(options.challenge) }
    const responses = await Promise.all([1, 2, 3].map(() => callAsStranger("/login/passkey", body)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
    const slow = await asked(await callAsStranger("/login/passkey/options"))
    const late = { challenge: slow.challenge, passkey: await authenticator.prove(slow.options.challenge) }
    vi.setSystemTime(Date.now() + 5 * MINUTE)
    expect((await callAsStranger("/login/passkey", late)).status).toBe(410)
  })

  test("signing in is not possible with the challenge of an enrolment or a re-authentication", async () => {
    const member = await insertEnroller()
    const authenticator = await enrolPasskey(member)
    for (const path of ["/second-factor/passkeys/options", "/confirm/options"]) {
      const { challenge, options } = await asked(await member.call(path))
      const passkey = await authenticator.prove(options.challenge)
      expect([path, (await callAsStranger("/login/passkey", { challenge, passkey })).status]).toEqual([path, 410])
    }
  })

  test("signing in with passkeys is limited by address", async () => {
    const headers = { "CF-Connecting-IP": "2001:db8:cafe::1", "Content-Type": "application/json" }
    await exhaustLimit("auth.passkey.address", networkOf("2001:db8:cafe::1"), { left: 1 })
    const begin = () => fetchWith({}, "/api/auth/login/passkey/options", { method: "POST", headers, body: "{}" })
    expect([(await begin()).status, (await begin()).status]).toEqual([200, 429])
  })
})

describe("a passkey as the second factor", () => {
  test("a passkey completes a sign-in: only its owner's, only for the challenge of that sign-in", async () => {
    const [ada, bob] = [await insertEnroller(), await insertEnroller()]
    const [hers, his] = [await enrolPasskey(ada), await enrolPasskey(bob)]
    const { challenge, methods } = await startSignIn(ada.user.email)
    expect(methods).toEqual(["passkey", "recovery_code"])
    const { options } = await asked(await callAsStranger("/login/second-factor/options", { challenge }))
    expect(options.allowCredentials).toMatchObject([{ id: hers.id }])
    const finish = async (passkey: object) =>
      (await callAsStranger("/login/second-factor", { challenge, passkey })).status
    expect(await finish(await his.prove(options.challenge))).toBe(422)
    expect(await finish(await hers.prove("A".repeat(43)))).toBe(422)
    expect(await finish(await hers.prove(options.challenge))).toBe(200)
    expect(await finish(await hers.prove(options.challenge))).toBe(410)
  })

  test("a passkey as the second factor is requested by the page's script with the cookie of the first step", async () => {
    const member = await insertEnroller()
    await enrolPasskey(member)
    const { challenge } = await startSignIn(member.user.email)
    const headers = { Cookie: `__Host-salon_sign_in=${challenge}`, "Content-Type": "application/json", Origin: en }
    const init = { method: "POST", headers, body: "{}" }
    expect((await fetchWith({}, "/api/auth/login/second-factor/options", init)).status).toBe(200)
    expect((await callAsStranger("/login/second-factor/options")).status).toBe(410)
  })

  test("a passkey is not offered on a domain that it was not created for: the page says where it works", async () => {
    const member = await insertEnroller()
    await enrolPasskey(member)
    const { challenge } = await startSignIn(member.user.email)
    const cookie = `__Host-salon_sign_in=${challenge}`
    const page = await fetchWith({}, `${fr}/auth/second-factor`, addCookie(await withAccess(), cookie))
    expect(await page.text()).toContain("Votre clé d’accès fonctionne sur en.localhost.")
    const there = await fetchWith({}, `${fr}/api/auth/login`, json({ email: member.user.email, password }))
    expect(await there.json()).toMatchObject({ second_factor: { methods: ["recovery_code"] } })
  })
})

describe("removing a passkey", () => {
  test("a passkey is removed by its owner alone", async () => {
    const [ada, bob] = [await insertEnroller(), await insertEnroller()]
    const { id } = await enrolPasskey(ada)
    expect((await bob.call(`/second-factor/passkeys/${id}`, {}, "DELETE")).status).toBe(404)
    expect((await bob.post("/profile/settings/two-factor", { intent: "remove-passkey", id })).status).toBe(404)
    expect(await passkeysOf(ada.user.id)).toHaveLength(1)
    expect((await ada.post("/profile/settings/two-factor", { intent: "remove-passkey", id })).status).toBe(200)
    expect(await passkeysOf(ada.user.id)).toEqual([])
    expect((await receive(ada.user.email)).subject).toBe("A passkey was removed")
    expect((await callAsStranger("/login", { email: ada.user.email, password })).status).toBe(200)
  })

  test("removing a passkey several times at once sends one mail", async () => {
    const member = await insertEnroller()
    const { id } = await enrolPasskey(member)
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => member.call(`/second-factor/passkeys/${id}`, {}, "DELETE")),
    )
    expect(responses.filter(({ status }) => status === 204)).toHaveLength(1)
    expect((await mailsTo(member.user.email)).map(({ template }) => template)).toEqual([
      "passkey-removed",
      "first-factor",
    ])
  })

  test("removing a passkey ends its sign-ins", async () => {
    const member = await insertEnroller()
    const authenticator = await enrolPasskey(member)
    const { secret } = await enrolApp(member)
    await member.call(`/second-factor/passkeys/${authenticator.id}`, {}, "DELETE")
    expect((await signIn(authenticator)).status).toBe(422)
    const { challenge } = await startSignIn(member.user.email)
    expect((await callAsStranger("/login/second-factor", { challenge, code: codeAt(secret) })).status).toBe(200)
  })
})

test("unused passkey challenges are deleted", async () => {
  const { challenge } = await asked(await callAsStranger("/login/passkey/options"))
  const { sweepExpired } = await import("~/domain/accounts/sweep.server")
  const { openDatabase } = await import("~/db/client.server")
  const { env } = await import("cloudflare:workers")
  await sweepExpired({ db: openDatabase(env.DB, null).db, now: () => Date.now() + 6 * MINUTE })
  expect(
    await db
      .select()
      .from(challenges)
      .where(eq(challenges.tokenHash, sha256(challenge))),
  ).toEqual([])
})
