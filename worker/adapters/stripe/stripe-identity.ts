import type Stripe from "stripe"
import * as z from "zod"
import {
  type CalendarDay,
  IdentityError,
  type IdentityProvider,
  type ProvidedCheck,
} from "~/domain/core/ports/identity"
import { toPaymentError } from "./objects"
import { clientOf, isLiveKey } from "./stripe"

type Session = Stripe.Identity.VerificationSession
type Report = Stripe.Identity.VerificationReport

/** The outputs are shown only to who asks for each by name (docs.stripe.com/identity/access-verification-results). */
const expand = [
  "verified_outputs",
  "verified_outputs.dob",
  "last_verification_report",
  "last_verification_report.document.expiration_date",
]

/** The part of an event that names the check it is about. */
const CheckEvent = z.object({
  type: z.string().startsWith("identity."),
  data: z.object({ object: z.object({ object: z.literal("identity.verification_session"), id: z.string().min(1) }) }),
})

/** Creates the identity provider on Stripe Identity, or on whatever speaks its API at `origin`. */
export function createStripeIdentity(settings: { secretKey: string; origin: string | null }): IdentityProvider {
  const stripe = clientOf(settings)
  const { verificationSessions } = stripe.identity
  return {
    name: "stripe_identity",
    isLive: isLiveKey(settings.secretKey),
    start: ({ id, returnUrl }) =>
      withIdentityErrors(async () =>
        toCheck(
          await verificationSessions.create(
            {
              type: "document",
              client_reference_id: id,
              options: { document: { require_live_capture: true, require_matching_selfie: true } },
              return_url: returnUrl,
            },
            { idempotencyKey: `identity ${id}` },
          ),
        ),
      ),
    fetch: (ref) => withIdentityErrors(async () => toCheck(await verificationSessions.retrieve(ref, { expand }))),
    parseEvent(payload) {
      const event = CheckEvent.safeParse(JSON.parse(payload)).data
      return event ? { ref: event.data.object.id } : null
    },
    redact: (ref) =>
      withIdentityErrors(async () => {
        const { redaction } = await verificationSessions.retrieve(ref)
        if (!redaction) await verificationSessions.redact(ref)
      }),
  }
}

async function withIdentityErrors<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const { problem, message } = toPaymentError(error)
    throw new IdentityError(problem === "unavailable" ? "unavailable" : "refused", message)
  }
}

function toCheck(session: Session): ProvidedCheck {
  const status = statusOf(session)
  return {
    ref: session.id,
    status,
    url: session.url ?? null,
    isLive: session.livemode,
    document: status === "verified" ? documentOf(session) : null,
  }
}

function statusOf({ status, redaction, last_error }: Session): ProvidedCheck["status"] {
  // `processing` until Stripe has deleted everything.
  if (redaction?.status === "redacted") return "redacted"
  if (status === "canceled") return "cancelled"
  if (status === "verified") return "verified"
  if (status === "processing") return "processing"
  return last_error ? "needs_input" : "pending"
}

function documentOf({ verified_outputs: outputs, last_verification_report: last }: Session): ProvidedCheck["document"] {
  const report: Report | null = typeof last === "string" ? null : last
  return {
    birthDate: dayOf(outputs?.dob),
    firstName: outputs?.first_name ?? "",
    lastName: outputs?.last_name ?? "",
    expiresOn: dayOf(report?.document?.expiration_date),
    isFaceCompared: report?.selfie?.status === "verified",
  }
}

function dayOf(date: { year: number | null; month: number | null; day: number | null } | null | undefined) {
  const { year, month, day } = date ?? {}
  return year && month && day ? ({ year, month, day } satisfies CalendarDay) : null
}
