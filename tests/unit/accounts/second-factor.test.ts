import { TOTP } from "otpauth"
import { describe, expect, test } from "vitest"
import { newRecoveryCode, readRecoveryCode } from "~/domain/accounts/second-factor/recovery-codes"
import { relyingPartyId } from "~/domain/accounts/second-factor/relying-party"
import { findTotpStep, newTotpSecret, totpAddress } from "~/domain/accounts/second-factor/totp"
import { textOf } from "../../architecture/helpers/sources"

/** RFC 6238, appendix B: its SHA-1 secret, in base32, and the last six of each code's eight digits. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
const rfcCodes: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
]

describe("a code of an app", () => {
  test.each(rfcCodes)("a code at %d seconds is the one in RFC 6238", (seconds, code) => {
    expect(findTotpStep(rfcSecret, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
  })

  test("a code is valid in its own step and in the adjacent ones, and its step is returned", () => {
    const now = 1_800_000_015_000
    const step = now / 30_000 - 0.5
    const totp = new TOTP({ secret: rfcSecret, algorithm: "SHA1", digits: 6, period: 30 })
    const found = [-2, -1, 0, 1, 2].map((drift) =>
      findTotpStep(rfcSecret, totp.generate({ timestamp: now + drift * 30_000 }), now),
    )
    expect(found).toEqual([null, step - 1, step, step + 1, null])
  })

  test.each(["", "28708", "2870820", "28708a", "２８７０８２", "      "])(
    "%j is not a code of an authenticator app",
    (code) => {
      expect(findTotpStep(rfcSecret, code, 59_000)).toBeNull()
    },
  )

  test("a secret has 160 random bits, and an address that authenticator apps read", () => {
    const secrets = new Set(Array.from({ length: 50 }, newTotpSecret))
    expect(secrets.size).toBe(50)
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(totpAddress(rfcSecret, "Le Cercle & Co", "ada@example.org"))
    expect([address.protocol, address.host || address.pathname]).toEqual(["otpauth:", expect.stringContaining("totp")])
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: "Le Cercle & Co",
      secret: rfcSecret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    })
  })
})

describe("a recovery code", () => {
  test("a recovery code is four, four and four unambiguous characters", () => {
    const codes = Array.from({ length: 200 }, newRecoveryCode)
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/)
  })

  test("a recovery code is accepted in any notation", () => {
    for (const typed of ["7gk2-m0xq-9d41", "7GK2M0XQ9D41", " 7gk2 moxq 9d4l ", "7gk2-mOxq-9d4I"])
      expect([typed, readRecoveryCode(typed)]).toEqual([typed, "7gk2-m0xq-9d41"])
  })

  test.each(["", "7gk2-m0xq", "7gk2-m0xq-9d41-x", "7gk2-m0xq-9d4u", "7gk2-m0xq-9d4é", "💃💃💃💃💃💃"])(
    "%j is not a recovery code",
    (typed) => {
      expect(readRecoveryCode(typed)).toBeNull()
    },
  )
})

describe("a passkey is made for", () => {
  test.each([
    ["one host", "salon.example", ["salon.example"], "salon.example"],
    ["what two hosts share", "en.salon.example", ["en.salon.example", "fr.salon.example"], "salon.example"],
    ["the host that the other is below", "fr.salon.example", ["salon.example", "fr.salon.example"], "salon.example"],
    ["a short host that the other is below", "fr.sal.ch", ["sal.ch", "fr.sal.ch"], "sal.ch"],
    ["the deepest that they share", "a.x.salon.example", ["a.x.salon.example", "b.x.salon.example"], "x.salon.example"],
    ["itself, where nothing is shared", "salon.example", ["salon.example", "salon.fr"], "salon.example"],
    ["itself, where one label is shared", "salon.fr", ["salon.fr", "autre.fr"], "salon.fr"],
    ["itself, where a country's second level is shared", "salon.co.uk", ["salon.co.uk", "autre.co.uk"], "salon.co.uk"],
    ["itself on a development machine", "en.localhost", ["en.localhost", "fr.localhost"], "en.localhost"],
    ["itself without domains", "localhost", ["localhost"], "localhost"],
    ["no half of a label", "en-salon.example", ["en-salon.example", "fr-salon.example"], "en-salon.example"],
  ])("%s", (_, host, hosts, expected) => {
    expect(relyingPartyId(host, hosts)).toBe(expected)
  })
})

test("the published key of development machines is the one that production refuses", () => {
  const published = /^SECRETS_KEY="(.*)"$/m.exec(textOf(".dev.vars.example"))?.[1]
  expect(published).toMatch(/^[\w-]{43}$/)
  expect(textOf("worker/config.ts")).toContain(`developmentSecretsKey = "${published}"`)
})
