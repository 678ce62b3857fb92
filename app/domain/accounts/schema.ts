import * as z from "zod"
import { locales } from "~/i18n/locales"
import { PasskeyField, PasskeyResponse } from "../core/ports/cryptography/webauthn"
import { Accepted, Tick } from "../core/shared/checkbox"
import { Email } from "../core/shared/email"
import { lineDraft, lineText, multilineText } from "../core/shared/text"
import { CaptchaToken } from "./captcha/schema"
import { NewPassword, passwordLength } from "./passwords/rules"

/** Has the same maximum as a new password, also counted in characters, so that every chosen password can sign in. */
const Password = NewPassword.check(({ value, issues }) => {
  const { max } = passwordLength
  if ([...value].length <= max) return
  issues.push({ code: "too_big", origin: "string", maximum: max, inclusive: true, input: value })
})

export const Credentials = z.object({ email: Email, password: Password })
export type Credentials = z.infer<typeof Credentials>

/** Why staff sign a member out, or lift a closure: for the audit log. */
export const StaffReasonForm = z.object({ reason: multilineText(1_000) })

/** Ends one session of a member. */
export const EndSessionForm = StaffReasonForm.extend({ session: z.string().min(1).max(40) })

/** A readable name: at least one letter or digit, at most two combining marks in a row. */
export const Name = lineText(80, { form: "NFKC" })
  .refine((name) => !/\p{M}{3}/u.test(name))
  .refine((name) => name === "" || /[\p{L}\p{N}]/u.test(name))

export const NameForm = z.object({ name: Name })

export const LocaleForm = z.object({ locale: z.enum(locales.map(({ code }) => code)) })

export const AccountPatch = z.object({ ...NameForm.shape, ...LocaleForm.shape }).partial()
export type AccountPatch = z.infer<typeof AccountPatch>

export const AvatarForm = z.object({ avatar: z.instanceof(File) })

export const EmailChangeForm = z.object({ email: Email })

/** A pending e-mail change, as its owner sees it. */
export interface PendingEmailChange {
  new_email: string
  old_confirmed: boolean
  new_confirmed: boolean
  /** Epoch ms. */
  expires_at: number
}

/** Facts that the holder of an e-mail change's link may know about it. */
export interface EmailChangeLink {
  /** The mailbox that the link was sent to. */
  side: "old" | "new"
  /** The new address, masked. */
  address: string
  isOtherConfirmed: boolean
}

/** A consent that a user gave. */
export interface Consent {
  kind: "terms" | "adult" | "immediate_start"
  /** The month of the text, `2026-11`. */
  version: string
  /** Epoch ms. */
  agreed_at: number
}

/** In the form's order: the first invalid field gets the focus. */
export const JoinForm = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  adult: Accepted,
  terms: Accepted,
  captcha: CaptchaToken,
})
export type JoinForm = z.infer<typeof JoinForm>

/** Of somebody whose address a mailed link has proven. */
export const LinkedJoinForm = JoinForm.omit({ email: true })
export type LinkedJoinForm = z.infer<typeof LinkedJoinForm>

export const ResetRequest = z.object({ email: Email, captcha: CaptchaToken })
export type ResetRequest = z.infer<typeof ResetRequest>

export const ResetForm = z.object({ password: NewPassword })

/** Contents of a sign-up mail's link: the sign-up's id, which becomes the user's, and the token. */
export const VerifyLink = z.object({ user: z.string().min(1).max(100), token: z.string().min(1).max(100) })
export type VerifyLink = z.infer<typeof VerifyLink>

/**
 * Proof that the reader of the mail is the person who signed up: the secret from the join response, or the password
 * chosen then.
 */
export const SignupProof = z.object({
  secret: z.string().max(100).nullish(),
  password: z.string().max(1_000).optional(),
})
export type SignupProof = z.infer<typeof SignupProof>

/** An open sign-in of a member, on whichever domains. */
export interface MemberSession {
  id: string
  kind: "web" | "api"
  /** E.g. `Firefox, Windows`; empty when unknown. */
  device: string
  /** ISO 3166-1 alpha-2, as Cloudflare saw it. */
  country: string | null
  /** Epoch ms. */
  last_used_at: number
  created_at: number
}

export interface OwnSession extends MemberSession {
  is_current: boolean
}

export const PasswordChange = z.object({ present_password: z.string().min(1).max(1_000), password: NewPassword })

/** A user's second factors. */
export interface SecondFactor {
  /** When the authenticator app was enrolled, epoch ms; null if there is none. */
  app_since: number | null
  passkeys: OwnPasskey[]
  recovery_codes_left: number
}

export interface OwnPasskey {
  id: string
  name: string
  /** The domain it works on. */
  domain: string
  /** Epoch ms. */
  created_at: number
  last_used_at: number | null
}

export const secondFactorMethods = ["app", "passkey", "recovery_code"] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The second step of a sign-in: the challenge to send back, and the methods that can complete it. */
export interface SecondStep {
  challenge: string
  methods: SecondFactorMethod[]
  /** Epoch ms. */
  expires_at: number
}

/** A code of an authenticator app or a recovery code; its format shows which. */
const Code = lineText(40)
const Challenge = z.string().min(1).max(100)

/** Fields common to every new second factor. */
const Enrolment = z.object({
  /** The operator's code, for staff without a second factor where one is required. */
  staff_code: lineDraft(40).optional(),
  /** The mailed code, for everybody else without a second factor. */
  mail_code: lineDraft(40).optional(),
  /** Ends the sessions without a second factor. */
  end_weak_sessions: z.boolean().default(true),
})

export const AuthenticatorEnrolment = Enrolment.extend({ code: Code })
export type AuthenticatorEnrolment = z.infer<typeof AuthenticatorEnrolment>
export const AppEnrolmentForm = AuthenticatorEnrolment.extend({ end_weak_sessions: Tick })

export const PasskeySignIn = z.object({ challenge: Challenge, passkey: PasskeyResponse })
/** `back`: the page that opened the login dialog. */
export const PasskeySignInForm = PasskeySignIn.extend({
  passkey: PasskeyField,
  back: z.string().max(2_000).optional(),
})

export const PasskeyEnrolment = Enrolment.extend({ challenge: Challenge, name: Name, passkey: PasskeyResponse })
export type PasskeyEnrolment = z.infer<typeof PasskeyEnrolment>
export const PasskeyEnrolmentForm = PasskeyEnrolment.extend({ passkey: PasskeyField, end_weak_sessions: Tick })

/** Re-authentication proof: a password, a code, or a passkey's assertion with its challenge. */
export const Proof = z.object({
  password: z.string().max(1_000).optional(),
  code: Code.optional(),
  challenge: Challenge.optional(),
  passkey: PasskeyResponse.optional(),
})
export type Proof = z.infer<typeof Proof>

const whenBlank = (value: unknown) => (value === "" ? undefined : value)
export const ProofForm = Proof.extend({
  code: z.preprocess(whenBlank, Code.optional()),
  passkey: PasskeyField.optional(),
})

/** Proof for the second step of a sign-in. */
export const SecondStepProof = Proof.pick({ code: true, passkey: true })
export type SecondStepProof = z.infer<typeof SecondStepProof>
export const SecondStepForm = ProofForm.pick({ code: true, passkey: true })
