import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import { changeStatus, type VerificationSession } from "./verification-sessions.ts"

type Report = Resources["identity.verification_report"]
type ReportDocument = NonNullable<Report["document"]>

/** Results that a tester can choose on the page instead of showing a document. */
export const outcomes = ["adult", "other_adult", "minor", "unreadable", "canceled"] as const
export type Outcome = (typeof outcomes)[number]

const unreadable = {
  code: "document_unverified_other" as const,
  reason: "The document could not be verified.",
}

/** Finishes a verification as the tester chose. */
export function decide(sim: Simulator, session: VerificationSession, outcome: Outcome): VerificationSession {
  if (session.status !== "requires_input") return session
  if (outcome === "canceled") return changeStatus(sim, session, { status: "canceled" })
  const processing = changeStatus(sim, session, { status: "processing" })
  const report = sim.store.insert(reportObject(sim, session, outcome))
  const last_verification_report = report.id
  if (outcome === "unreadable") {
    const { url, client_secret } = session
    const changes = { last_error: unreadable, last_verification_report, url, client_secret }
    return changeStatus(sim, processing, { ...changes, status: "requires_input" })
  }
  sim.store.setNote(`verified_outputs:${session.id}`, verifiedOutputs(sim, outcome))
  return changeStatus(sim, processing, { last_error: null, last_verification_report, status: "verified" })
}

/** The people of the documents: `other_adult` is somebody else. */
const people = {
  adult: { first_name: "Jenny", last_name: "Rosen", age: 34 },
  other_adult: { first_name: "Robin", last_name: "Lindqvist", age: 41 },
  minor: { first_name: "Jenny", last_name: "Rosen", age: 16 },
}
const personOf = (outcome: Outcome) => (outcome in people ? people[outcome as keyof typeof people] : people.adult)

/** Returns a day of birth of someone who is 34 years old, or 16. */
function birthday(sim: Simulator, outcome: Outcome) {
  const year = new Date(sim.clock.now() * 1000).getUTCFullYear() - personOf(outcome).age
  return { day: 1, month: 1, year }
}

function verifiedOutputs(sim: Simulator, outcome: Outcome): VerificationSession["verified_outputs"] {
  return {
    address: null,
    dob: birthday(sim, outcome),
    email: null,
    first_name: personOf(outcome).first_name,
    id_number: null,
    id_number_type: null,
    last_name: personOf(outcome).last_name,
    phone: null,
    sex: null,
    unparsed_place_of_birth: null,
    unparsed_sex: null,
  }
}

function reportObject(sim: Simulator, session: VerificationSession, outcome: Outcome): Report {
  return {
    id: newId("vr"),
    object: "identity.verification_report",
    client_reference_id: session.client_reference_id,
    created: sim.clock.now(),
    document: documentOf(sim, outcome),
    livemode: false,
    options: { document: session.options?.document ?? {}, id_number: {} },
    ...(session.options?.document?.require_matching_selfie && { selfie: selfieOf(outcome) }),
    type: "document",
    verification_session: session.id,
  }
}

function selfieOf(outcome: Outcome): NonNullable<Report["selfie"]> {
  const isReadable = outcome !== "unreadable"
  return { document: null, error: null, selfie: null, status: isReadable ? "verified" : "unverified" }
}

function documentOf(sim: Simulator, outcome: Outcome): ReportDocument {
  const year = new Date(sim.clock.now() * 1000).getUTCFullYear()
  const isReadable = outcome !== "unreadable"
  return {
    address: null,
    error: isReadable ? null : unreadable,
    expiration_date: { day: 1, month: 12, year: year + 4 },
    files: [],
    first_name: isReadable ? personOf(outcome).first_name : null,
    issued_date: { day: 1, month: 12, year: year - 5 },
    issuing_country: "FR",
    last_name: isReadable ? personOf(outcome).last_name : null,
    status: isReadable ? "verified" : "unverified",
    type: "id_card",
  }
}
