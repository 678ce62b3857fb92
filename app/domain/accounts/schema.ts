import * as z from "zod"
import type { stripeStatuses } from "~/db/schema/plans"
import type { profileStates } from "~/db/schema/profiles"
import { CaptchaAnswer } from "../captcha.server"
import { NewPassword, passwordLength } from "./passwords"

/** A signed-in user, in the fields of product-spec 3. It is also what `GET /api/auth/me` answers. */
export interface CurrentUser {
  id: string
  email: string
  name: string
  locale: string
  subscriptions: Subscription[]
  groups: Group[]
  profile: OwnProfile | null
  unread_messages_count: number
}

export interface Subscription {
  type: string
  stripe_status: (typeof stripeStatuses)[number]
  stripe_price: string | null
}

export interface Group {
  name: string
  /** Root means admin. */
  root: boolean
}

export interface OwnProfile {
  id: string
  slug: string
  state: (typeof profileStates)[number]
}

export interface SessionInfo {
  id: string
  familyId: string
  kind: "web" | "api"
  /** Epoch ms. */
  lastUsedAt: number
}

export type Actor =
  | { kind: "visitor" }
  | { kind: "member"; user: CurrentUser; session: SessionInfo }
  | { kind: "staff"; user: CurrentUser; session: SessionInfo }

export type SignedIn = Exclude<Actor, { kind: "visitor" }>

/**
 * E-mails are compared in lower case, without the spaces around them, and are ASCII alone. That is checked before the lower case:
 * the Kelvin sign becomes a plain k there, so that two spellings would be one address.
 */
export const Email = z.string().trim().max(254).pipe(z.email().toLowerCase())

/** As long as a new one may be, counted in characters alike: who could choose it can sign in with it. */
const Password = NewPassword.check(({ value, issues }) => {
  const { max } = passwordLength
  if ([...value].length <= max) return
  issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value })
})

export const Credentials = z.object({ email: Email, password: Password })
export type Credentials = z.infer<typeof Credentials>

/** A tick that must be set: `on` from a form, true from JSON. */
const Accepted = z.literal(["on", "true", true], { error: "must_accept" })

/** A name that people can read: a letter or a digit in it, and nothing that breaks the line or turns its direction. */
const Name = z
  .string()
  .trim()
  // First of all, and the last word on it: to normalise a megabyte takes a while.
  .max(80, { abort: true })
  .normalize("NFC")
  .min(1)
  .regex(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*$/u)
  .refine((name) => name === "" || /[\p{L}\p{N}]/u.test(name))

/** In the order of the form: the first that is wrong gets the focus. */
export const JoinForm = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  adult: Accepted,
  terms: Accepted,
  captcha: CaptchaAnswer,
})
export type JoinForm = z.infer<typeof JoinForm>

export const ResetRequest = z.object({ email: Email, captcha: CaptchaAnswer })
export type ResetRequest = z.infer<typeof ResetRequest>

export const ResetForm = z.object({ password: NewPassword })

/** What the link in a sign-up's mail holds: the sign-up, whose id becomes the user's, and the token. */
export const VerifyLink = z.object({ user: z.string().min(1).max(100), token: z.string().min(1).max(100) })
export type VerifyLink = z.infer<typeof VerifyLink>

/** How the reader of that mail shows that the sign-up was theirs: by the secret that they got when they asked, or by its password. */
export const SignupProof = z.object({
  secret: z.string().max(100).nullish(),
  password: z.string().max(1_000).optional(),
})
export type SignupProof = z.infer<typeof SignupProof>

/** One of a member's own sign-ins, as their settings list them. */
export interface OwnSession {
  id: string
  kind: "web" | "api"
  /** E.g. `Firefox, Windows`; empty when unknown. */
  device: string
  /** ISO 3166-1 alpha-2, as Cloudflare saw it. */
  country: string | null
  /** Epoch ms. */
  last_used_at: number
  created_at: number
  is_current: boolean
}

export const PasswordChange = z.object({ present_password: z.string().min(1).max(1_000), password: NewPassword })
