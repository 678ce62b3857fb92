import type Stripe from "stripe"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type OpenSimulator, openSimulator, postForm } from "../src/testing.ts"

let simulator: OpenSimulator
let stripe: Stripe

beforeAll(async () => {
  simulator = await openSimulator()
  stripe = simulator.stripe
})
afterAll(() => simulator.stop())

async function check(outcome: string) {
  const session = await stripe.identity.verificationSessions.create({
    type: "document",
    metadata: { user: "1" },
    client_reference_id: "user-1",
    return_url: "http://app.example/verified",
  })
  const { location } = await postForm(session.url ?? "", { outcome })
  expect(location).toBe("http://app.example/verified")
  return stripe.identity.verificationSessions.retrieve(session.id, {
    expand: ["verified_outputs", "verified_outputs.dob", "last_verification_report"],
  })
}

const birthYear = ({ verified_outputs }: Stripe.Identity.VerificationSession) => verified_outputs?.dob?.year ?? 0

test("a verified adult and a verified minor differ in their date of birth", async () => {
  const year = new Date().getUTCFullYear()
  const [adult, minor] = [await check("adult"), await check("minor")]
  expect([adult.status, minor.status]).toEqual(["verified", "verified"])
  expect(year - birthYear(adult)).toBeGreaterThan(18)
  expect(year - birthYear(minor)).toBeLessThan(18)
  expect(adult.last_verification_report).toMatchObject({ document: { status: "verified" } })
  const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type)
  expect(types).toEqual([
    "identity.verification_session.verified",
    "identity.verification_session.processing",
    "identity.verification_session.created",
  ])
})

test("the date of birth is shown only if it is expanded by name", async () => {
  const { id } = await check("adult")
  const shown = await stripe.identity.verificationSessions.retrieve(id, { expand: ["verified_outputs"] })
  expect(shown.verified_outputs?.first_name).toBe("Jenny")
  expect(shown.verified_outputs?.dob).toBeUndefined()
})

test("an unreadable document asks for input again, and a check can be canceled and redacted", async () => {
  const unreadable = await check("unreadable")
  expect(unreadable).toMatchObject({ status: "requires_input", last_error: { code: "document_unverified_other" } })
  expect((await stripe.identity.verificationSessions.cancel(unreadable.id)).status).toBe("canceled")
  const { id } = await check("adult")
  const redacted = await stripe.identity.verificationSessions.redact(id, { expand: ["verified_outputs"] })
  expect([redacted.redaction?.status, redacted.verified_outputs]).toEqual(["redacted", null])
})
