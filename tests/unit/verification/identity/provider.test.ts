import { type OpenSimulator, openSimulator, postForm } from "@salon/stripe-simulator/testing"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { isIdentityError } from "~/domain/core/ports/identity"
import { createStripeIdentity } from "../../../../worker/adapters/stripe/stripe-identity"

let simulator: OpenSimulator
let provider: ReturnType<typeof createStripeIdentity>
let checks = 0

beforeAll(async () => {
  simulator = await openSimulator()
  provider = createStripeIdentity({ secretKey: "sk_test_simulator", origin: simulator.url })
})
afterAll(() => simulator.stop())

const returnUrl = "http://app.example/back"
const start = () => provider.start({ id: `check-${++checks}`, returnUrl })

/** Starts a check and ends it as a tester chooses. */
async function startAndEnd(outcome: string) {
  const { ref, url } = await start()
  await postForm(url ?? "", { outcome })
  return provider.fetch(ref)
}

describe("the identity provider", () => {
  test("starts a check with a page of its own that leads back, once for the same id", async () => {
    const check = await start()
    expect(check).toMatchObject({ status: "pending", isLive: false, document: null })
    expect(check.url).toMatch(/^http/)
    expect((await postForm(check.url ?? "", { outcome: "adult" })).location).toBe(returnUrl)
    const twice = await Promise.all([1, 2].map(() => provider.start({ id: "the same", returnUrl })))
    expect(new Set(twice.map(({ ref }) => ref)).size).toBe(1)
  })

  test("reads of a verified document who it is, when they were born, its end and the comparison of the face", async () => {
    const year = new Date().getUTCFullYear()
    const { status, url, document } = await startAndEnd("adult")
    expect([status, url]).toEqual(["verified", null])
    expect(document).toEqual({
      birthDate: { year: year - 34, month: 1, day: 1 },
      firstName: "Jenny",
      lastName: "Rosen",
      expiresOn: { year: year + 4, month: 12, day: 1 },
      isFaceCompared: true,
    })
    expect((await startAndEnd("minor")).document?.birthDate?.year).toBe(year - 16)
    expect((await startAndEnd("other_adult")).document?.firstName).not.toBe("Jenny")
  })

  test("says that a document could not be read, with the page for another attempt, and that a check was cancelled", async () => {
    const unreadable = await startAndEnd("unreadable")
    expect(unreadable).toMatchObject({ status: "needs_input", document: null })
    expect(unreadable.url).toMatch(/^http/)
    expect(await startAndEnd("canceled")).toMatchObject({ status: "cancelled", url: null })
  })

  test("redacts a check, as often as it is asked, and says nothing of its document any more", async () => {
    const { ref } = await startAndEnd("adult")
    for (let n = 0; n < 2; n += 1) await provider.redact(ref)
    expect(await provider.fetch(ref)).toMatchObject({ status: "redacted", document: null })
  })

  test("finds the check that an event is about, and none in another event", async () => {
    const { ref } = await startAndEnd("adult")
    const events = (await simulator.stripe.events.list({ limit: 3 })).data
    expect(events.map((event) => provider.parseEvent(JSON.stringify(event)))).toEqual([{ ref }, { ref }, { ref }])
    expect(provider.parseEvent('{"type":"invoice.paid","data":{"object":{"object":"invoice","id":"in_1"}}}')).toBeNull()
    expect(provider.parseEvent("{}")).toBeNull()
  })

  test("refuses an unknown check, and is unavailable while it is down", async () => {
    const problemOf = (run: Promise<unknown>) =>
      run.then(
        () => null,
        (error: unknown) => (isIdentityError(error) ? error.problem : error),
      )
    expect(await problemOf(provider.fetch("vs_nobody"))).toBe("refused")
    expect(await problemOf(provider.redact("vs_nobody"))).toBe("refused")
    await simulator.control("faults", { mode: "down" })
    expect(await problemOf(start())).toBe("unavailable")
    await simulator.control("faults", { mode: "none" })
  })
})
