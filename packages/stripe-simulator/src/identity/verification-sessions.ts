import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, noParams, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, ignoring, listOf, metadata, oneOf, shape, text, url } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId, randomText } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Metadata, Resources } from "../store/stored.ts"

export type VerificationSession = Resources["identity.verification_session"]

interface NewVerificationSession {
  clientReferenceId: string | null
  metadata: Metadata
  options: VerificationSession["options"]
  relatedCustomer: string | null
  type: "document" | "id_number"
}

function verificationSessionObject(sim: Simulator, given: NewVerificationSession): VerificationSession {
  const id = newId("vs")
  return {
    id,
    object: "identity.verification_session",
    client_reference_id: given.clientReferenceId,
    client_secret: `${id}_secret_test_${randomText(40)}`,
    created: sim.clock.now(),
    last_error: null,
    last_verification_report: null,
    livemode: false,
    metadata: given.metadata,
    options: given.options,
    redaction: null,
    related_customer: given.relatedCustomer,
    related_customer_account: null,
    status: "requires_input",
    type: given.type,
    url: `${sim.url}/identity/${id}`,
  }
}

/** Returns the page that a finished verification leads back to. */
export function returnUrlOf(sim: Simulator, id: string): string | null {
  return sim.store.note<string>(`verification-return:${id}`)
}

const documentOptions = shape(
  {},
  {
    allowed_types: listOf(oneOf("driving_license", "id_card", "passport")),
    require_id_number: boolean,
    require_live_capture: boolean,
    require_matching_selfie: boolean,
  },
)
const options = shape({}, { document: documentOptions, ...ignoring("id_number", "email", "phone", "matching") })
const createSchema = shape(
  {},
  {
    type: oneOf("document", "id_number"),
    client_reference_id: text,
    metadata,
    options,
    related_customer: text,
    return_url: url,
    ...ignoring("provided_details", "verification_flow", "related_customer_account", "related_person"),
  },
)

const path = "/v1/identity/verification_sessions"

export const verificationSessionEndpoints = [
  endpoint("POST", path, createSchema, (sim, { params }) => {
    if (!params.type)
      throw invalidRequest("Missing required param: type.", { param: "type", code: "parameter_missing" })
    const session = verificationSessionObject(sim, {
      clientReferenceId: params.client_reference_id ?? null,
      metadata: mergeMetadata({}, params.metadata),
      options: { document: params.options?.document ?? {} },
      relatedCustomer: params.related_customer ?? null,
      type: params.type,
    })
    sim.store.insert(session)
    sim.store.setNote(`verification-return:${session.id}`, params.return_url ?? null)
    emit(sim, "identity.verification_session.created", session)
    return session
  }),
  endpoint("POST", `${path}/:id/cancel`, noParams, (sim, { id }) => {
    const session = findOrFail(sim, "identity.verification_session", id)
    if (session.status !== "requires_input")
      throw invalidRequest(`You cannot cancel this VerificationSession because its status is ${session.status}.`)
    return changeStatus(sim, session, { status: "canceled" })
  }),
  endpoint("POST", `${path}/:id/redact`, noParams, (sim, { id }) => {
    const session = findOrFail(sim, "identity.verification_session", id)
    sim.store.setNote(`verified_outputs:${id}`, null)
    const { last_verification_report: reportId } = session
    const report = reportId ? sim.store.find("identity.verification_report", reportId) : null
    if (report) sim.store.save({ ...report, document: undefined })
    const redacted = sim.store.save({ ...session, metadata: {}, redaction: { status: "redacted" }, url: null })
    emit(sim, "identity.verification_session.redacted", redacted)
    return redacted
  }),
  retrieveEndpoint(`${path}/:id`, "identity.verification_session"),
  retrieveEndpoint("/v1/identity/verification_reports/:id", "identity.verification_report"),
]

/** Changes a session and emits the event that is named after its new status. */
export function changeStatus(
  sim: Simulator,
  session: VerificationSession,
  changes: Partial<VerificationSession> & Pick<VerificationSession, "status">,
): VerificationSession {
  const isOver = changes.status !== "requires_input"
  const changed = { ...session, ...changes, ...(isOver && { url: null, client_secret: null }) }
  saveAndEmit(sim, `identity.verification_session.${changes.status}`, session, changed)
  return changed
}
