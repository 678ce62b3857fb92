/** Why a call of the identity provider failed: `unavailable` may work later, `refused` will not. */
type IdentityProblem = "unavailable" | "refused"

/** A failed call of the identity provider. `message` is for the log. */
export class IdentityError extends Error {
  override readonly name = "IdentityError"
  constructor(
    readonly problem: IdentityProblem,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** Compares by name, so that an error of the adapter's own class counts too. */
export function isIdentityError(error: unknown): error is IdentityError {
  return error instanceof Error && error.name === "IdentityError"
}

export interface CalendarDay {
  year: number
  /** 1 to 12. */
  month: number
  day: number
}

/** Facts of a verified document. Read in memory only: nothing of it is stored but what the domain derives from it. */
interface ProvidedDocument {
  birthDate: CalendarDay | null
  firstName: string
  lastName: string
  /** The last day on which it is valid; null: it does not say. */
  expiresOn: CalendarDay | null
  /** The holder's face was compared with the document. */
  isFaceCompared: boolean
}

/** A check at the provider. */
export interface ProvidedCheck {
  ref: string
  /** `needs_input`: the last attempt failed, and the subject may try again. */
  status: "pending" | "processing" | "verified" | "needs_input" | "cancelled" | "redacted"
  /** The provider's page for the subject; null once nothing is to be done there. */
  url: string | null
  /** False in test mode and at the simulator. */
  isLive: boolean
  /** Only of a verified check. */
  document: ProvidedDocument | null
}

interface NewCheck {
  /** Our id of the check; starting twice with the same one starts one. */
  id: string
  /** Where the provider sends the subject back to. */
  returnUrl: string
}

/** The provider that checks who somebody is, and that they are adult (trust-safety R1). Every method throws IdentityError. */
export interface IdentityProvider {
  readonly name: string
  /** False in test mode and at the simulator. */
  readonly isLive: boolean
  start(check: NewCheck): Promise<ProvidedCheck>
  /** Returns the check as it is now, whatever events said of it. */
  fetch(ref: string): Promise<ProvidedCheck>
  /** Returns the check that an authenticated event is about; null for an event of something else. */
  parseEvent(payload: string): { ref: string } | null
  /** Asks the provider to delete what it knows of the subject. Idempotent; an event confirms it. */
  redact(ref: string): Promise<void>
}
