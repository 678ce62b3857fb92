import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import { changeStatus, type VerificationSession } from "./verification-sessions.ts"

type Report = Resources["identity.verification_report"]
type ReportDocument = NonNullable<Report["document"]>

/** What a tester can choose on the page instead of showing a document. */
export const outcomes = ["adult", "minor", "unreadable", "canceled"] as const
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

/** Returns a day of birth of someone who is 34 years old, or 16. */
function birthday(sim: Simulator, outcome: Outcome) {
  const year = new Date(sim.clock.now() * 1000).getUTCFullYear() - (outcome === "minor" ? 16 : 34)
  return { day: 1, month: 1, year }
}

function verifiedOutputs(sim: Simulator, outcome: Outcome): VerificationSession["verified_outputs"] {
  return {
    address: null,
    dob: birthday(sim, outcome),
    email: null,
    first_name: "Jenny",
    id_number: null,
    id_number_type: null,
    last_name: "Rosen",
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
    options: { document: {}, id_number: {} },
    type: "document",
    verification_session: session.id,
  }
}

function documentOf(sim: Simulator, outcome: Outcome): ReportDocument {
  const year = new Date(sim.clock.now() * 1000).getUTCFullYear()
  const isReadable = outcome !== "unreadable"
  return {
    address: null,
    error: isReadable ? null : unreadable,
    expiration_date: { day: 1, month: 12, year: year + 4 },
    files: [],
    first_name: isReadable ? "Jenny" : null,
    issued_date: { day: 1, month: 12, year: year - 5 },
    issuing_country: "FR",
    last_name: isReadable ? "Rosen" : null,
    status: isReadable ? "verified" : "unverified",
    type: "id_card",
  }
}
