import * as z from "zod"
import { locales } from "~/i18n/locales"
import { CaptchaToken } from "../captcha/schema"
import { PasskeyField, PasskeyResponse } from "../ports/webauthn"
import { multilineText } from "../shared/multiline-text"
import { NewPassword, passwordLength } from "./passwords/rules"

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

/** Why staff shut a member out, in their words; the member does not read it. */
export const BanForm = z.object({ reason: multilineText(1_000) })
export type BanForm = z.infer<typeof BanForm>

/** A tick that must be set: `on` from a form, true from JSON. */
const Accepted = z.literal(["on", "true", true], { error: "must_accept" })

/** What nobody sees, but for what joins the parts of an emoji. U+2800 is a pattern of Braille without a dot. */
const unseen = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029\u2800]/u
const emojiJoints =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])(?:\uFE0F?\u200D(?=\p{Extended_Pictographic})|\uFE0F)/gu

/** A name that people can read: a letter or a digit in it, nothing unseen, and no more than two marks on a letter. */
export const Name = z
  .string()
  .trim()
  // First of all, and the last word on it: to normalise a megabyte takes a while.
  .max(80, { abort: true })
  .normalize("NFKC")
  .overwrite((name) => name.replace(/ {2,}/g, " ").trim())
  .min(1)
  .max(80)
  .refine((name) => !unseen.test(name.replace(emojiJoints, "")) && !/\p{M}{3}/u.test(name))
  .refine((name) => name === "" || /[\p{L}\p{N}]/u.test(name))

export const NameForm = z.object({ name: Name })

export const LocaleForm = z.object({ locale: z.enum(locales.map(({ code }) => code)) })

export const AccountPatch = z.object({ ...NameForm.shape, ...LocaleForm.shape }).partial()
export type AccountPatch = z.infer<typeof AccountPatch>

export const AvatarForm = z.object({ avatar: z.instanceof(File) })

export const EmailChangeForm = z.object({ email: Email })

/** A change of address that waits for its mailboxes, as its owner sees it. */
export interface PendingEmailChange {
  new_email: string
  old_confirmed: boolean
  new_confirmed: boolean
  /** Epoch ms. */
  expires_at: number
}

/** What the link in a mail about a change of address stands for, as whoever holds it may know. */
export interface EmailChangeLink {
  /** Whose mailbox the link was sent to. */
  side: "old" | "new"
  /** The new address, masked. */
  address: string
  isOtherConfirmed: boolean
}

/** Something that a user agreed to. */
export interface Consent {
  kind: "terms" | "adult"
  /** The month of the text, `2026-11`. */
  version: string
  /** Epoch ms. */
  agreed_at: number
}

/** In the order of the form: the first that is wrong gets the focus. */
export const JoinForm = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  adult: Accepted,
  terms: Accepted,
  captcha: CaptchaToken,
})
export type JoinForm = z.infer<typeof JoinForm>

export const ResetRequest = z.object({ email: Email, captcha: CaptchaToken })
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

/** What a user has beside their password. */
export interface SecondFactor {
  /** Since when an app gives codes, epoch ms; null: none does. */
  app_since: number | null
  passkeys: OwnPasskey[]
  recovery_codes_left: number
}

export interface OwnPasskey {
  id: string
  name: string
  /** Where it works. */
  domain: string
  /** Epoch ms. */
  created_at: number
  last_used_at: number | null
}

export const secondFactorMethods = ["app", "passkey", "recovery_code"] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** The question after a right password: what goes back with the answer, and what the answer can be. */
export interface SecondStep {
  challenge: string
  methods: SecondFactorMethod[]
  /** Epoch ms. */
  expires_at: number
}

/** Of an app, or a recovery code: which, its shape says. */
const Code = z.string().trim().min(1).max(40)
const Challenge = z.string().min(1).max(100)

/** A box of a form: ticked or not. */
const Tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on")

/** What goes with every new second factor. */
const Enrolment = z.object({
  /** Of staff who have none yet, where they are guarded: the operator's code. */
  staff_code: z.string().trim().max(40).optional(),
  /** Ends the sessions that never gave a second factor. */
  end_weak_sessions: z.boolean().default(true),
})

export const AppEnrolment = Enrolment.extend({ code: Code })
export type AppEnrolment = z.infer<typeof AppEnrolment>
export const AppEnrolmentForm = AppEnrolment.extend({ end_weak_sessions: Tick })

export const PasskeySignIn = z.object({ challenge: Challenge, passkey: PasskeyResponse })
/** `back`: the page that the login dialog was on. */
export const PasskeySignInForm = PasskeySignIn.extend({
  passkey: PasskeyField,
  back: z.string().max(2_000).optional(),
})

export const PasskeyEnrolment = Enrolment.extend({ challenge: Challenge, name: Name, passkey: PasskeyResponse })
export type PasskeyEnrolment = z.infer<typeof PasskeyEnrolment>
export const PasskeyEnrolmentForm = PasskeyEnrolment.extend({ passkey: PasskeyField, end_weak_sessions: Tick })

/** What proves once more who somebody is: their password, a code, or a passkey's answer with its challenge. */
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

/** At sign-in, after the password. */
export const SecondStepProof = Proof.pick({ code: true, passkey: true })
export type SecondStepProof = z.infer<typeof SecondStepProof>
export const SecondStepForm = ProofForm.pick({ code: true, passkey: true })
