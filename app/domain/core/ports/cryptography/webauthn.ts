import * as z from "zod"
import type { JsonText } from "~/db/statements/json"

/** A stored passkey. */
export interface PasskeyRecord {
  id: string
  publicKey: string
  counter: number
  /** JSON. */
  transports: JsonText<string[]>
}

/** The relying party: browsers show its name and bind passkeys to its id. */
export interface RelyingParty {
  id: string
  name: string
  /** Origins that a response may come from. */
  origins: string[]
}

/** An authenticator's response in the browsers' JSON (WebAuthn, section 5.1.8). The port verifies its contents. */
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+=*$/)
export const PasskeyResponse = z.looseObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: base64url(4_000) }),
})
export type PasskeyResponse = z.infer<typeof PasskeyResponse>

/** The response as JSON in a form's field. */
export const PasskeyField = z
  .string()
  .max(20_000)
  .transform((text, issue) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      issue.addIssue("is not JSON")
      return z.NEVER
    }
  })
  .pipe(PasskeyResponse)

/** The port to a WebAuthn library. Verification throws or returns null for an invalid response. */
export interface WebAuthn {
  registrationOptions(input: {
    party: RelyingParty
    user: { id: string; email: string; name: string }
    existing: PasskeyRecord[]
  }): Promise<PasskeyOptions>
  /** Without `passkeys`, the user chooses any discoverable one. */
  authenticationOptions(input: { party: RelyingParty; passkeys?: PasskeyRecord[] }): Promise<PasskeyOptions>
  verifyRegistration(input: {
    party: RelyingParty
    challenge: string
    response: PasskeyResponse
  }): Promise<{ id: string; publicKey: string; counter: number; transports: string[] } | null>
  verifyAuthentication(input: {
    party: RelyingParty
    challenge: string
    response: PasskeyResponse
    passkey: PasskeyRecord
  }): Promise<{ counter: number } | null>
}

/** Options for the browser's `navigator.credentials`; opaque to the domain but for the challenge. */
export interface PasskeyOptions {
  challenge: string
}
