import * as z from "zod"

/** A passkey as the table keeps it. */
export interface PasskeyRecord {
  id: string
  publicKey: string
  counter: number
  /** JSON. */
  transports: string
}

/** Who asks for a passkey: browsers show the name, and tie the passkey to the id. */
export interface RelyingParty {
  id: string
  name: string
  /** The addresses of which an answer may come. */
  origins: string[]
}

/** What an authenticator answered, as browsers write it in JSON (WebAuthn, section 5.1.8). What is in it, the port checks. */
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

/** The same in a form's field. */
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

/** The port to a WebAuthn library. Checks throw, or give null, for an answer that is not right. */
export interface WebAuthn {
  askToEnrol(question: {
    party: RelyingParty
    user: { id: string; email: string; name: string }
    present: PasskeyRecord[]
  }): Promise<PasskeyOptions>
  /** Without passkeys: whichever the reader chooses. */
  askToProve(question: { party: RelyingParty; passkeys?: PasskeyRecord[] }): Promise<PasskeyOptions>
  checkEnrolment(answered: {
    party: RelyingParty
    challenge: string
    answer: PasskeyResponse
  }): Promise<{ id: string; publicKey: string; counter: number; transports: string[] } | null>
  checkProof(answered: {
    party: RelyingParty
    challenge: string
    answer: PasskeyResponse
    passkey: PasskeyRecord
  }): Promise<{ counter: number } | null>
}

/** What a browser's `navigator.credentials` is asked, in JSON. Ours to hand on, not to read. */
export interface PasskeyOptions {
  challenge: string
}
