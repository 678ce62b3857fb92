import * as z from "zod"
import type { applicationStates } from "~/db/enums"
import { locales } from "~/i18n/locales"
import { CaptchaToken } from "../../accounts/captcha/schema"
import { Name } from "../../accounts/schema"
import { Tick } from "../../core/shared/checkbox"
import { Email } from "../../core/shared/email"
import { lineDraft, multilineDraft, multilineText } from "../../core/shared/text"
import { spokenLanguages } from "../../profiles/content/spoken-languages"
import { type ConsentKind, castingSteps, wordLimits } from "./choices"

export type ApplicationState = (typeof applicationStates)[number]

/** Versions (months) of the texts an applicant declares; a changed text gets a new version. */
export const castingConsents: Record<ConsentKind, string> = {
  adult: "2026-11",
  self: "2026-11",
  depicted: "2026-11",
  rules: "2026-11",
  data: "2026-11",
}

/** May be empty in a draft. */
const FirstName = z.union([lineDraft(wordLimits.first_name.draft).length(0), Name])

const Slug = z.string().min(1).max(60).nullable()
const WrittenIn = z.enum(locales.map(({ code }) => code))

/** A partial change of a draft: each field may be unfinished. */
export const ApplicationPatch = z
  .object({
    first_name: FirstName,
    city: Slug,
    category: Slug,
    languages: z.array(z.enum(spokenLanguages)).max(spokenLanguages.length),
    written_in: WrittenIn,
    presentation: multilineDraft(wordLimits.presentation.draft),
    experience: multilineDraft(wordLimits.experience.draft),
    email: Email.nullable(),
    adult: z.boolean(),
    self: z.boolean(),
    depicted: z.boolean(),
    rules: z.boolean(),
    data: z.boolean(),
  })
  .partial()
export type ApplicationPatch = z.infer<typeof ApplicationPatch>

const emptyIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value)
const Choice = z.preprocess((value) => emptyIsNull(value) ?? null, Slug)

/** The step that the pressed button leads to; what was typed is saved with either. */
const To = z.enum([...castingSteps, "later", "next"]).catch("next")
export type To = z.infer<typeof To>

const ticks = Object.fromEntries(spokenLanguages.map((code) => [`language_${code}`, Tick])) as Record<
  `language_${(typeof spokenLanguages)[number]}`,
  typeof Tick
>

export const YouForm = z
  .object({ first_name: FirstName, city: Choice, category: Choice, adult: Tick, to: To, ...ticks })
  .transform(({ first_name, city, category, adult, to, ...rest }) => ({
    to,
    patch: {
      first_name,
      city,
      category,
      adult,
      languages: spokenLanguages.filter((code) => rest[`language_${code}`]),
    } satisfies ApplicationPatch,
  }))

export const TextsForm = z
  .object({
    written_in: WrittenIn,
    presentation: multilineDraft(wordLimits.presentation.draft),
    experience: multilineDraft(wordLimits.experience.draft),
    to: To,
  })
  .transform(({ to, ...patch }) => ({ to, patch: patch satisfies ApplicationPatch }))

/** Pictures are uploaded one by one, so this step has no fields to save. */
export const PicturesForm = z.object({ to: To }).transform(({ to }) => ({ to, patch: {} as ApplicationPatch }))

export const SendForm = z
  .object({
    email: z.preprocess(emptyIsNull, Email.nullish()),
    self: Tick,
    depicted: Tick,
    rules: Tick,
    data: Tick,
    captcha: CaptchaToken,
    to: To,
  })
  .transform(({ to, captcha, ...patch }) => ({ to, captcha, patch }))

/** Submits the version of an application that was read. */
export const Submission = z.object({ version: z.number().int(), captcha: CaptchaToken })
export type Submission = z.infer<typeof Submission>

export interface ApplicationPicture {
  id: string
  /** In pixels. */
  width: number
  height: number
}

/** An application as its applicant sees it. Times are epoch ms. */
export interface Application {
  id: string
  reference: string
  state: ApplicationState
  version: number
  first_name: string
  city: string | null
  category: string | null
  languages: string[]
  written_in: string
  presentation: string
  experience: string
  /** A visitor's e-mail; null for a member, whose account has it. */
  email: string | null
  is_member: boolean
  consents: ConsentKind[]
  pictures: ApplicationPicture[]
  note: string | null
  submitted_at: number | null
  decided_at: number | null
  expires_at: number | null
  created_at: number
  updated_at: number
}

const Version = z.number().int()

/** A staff act on an application, at the version that was read; a refusal says why. */
export const DeskDecision = z.discriminatedUnion("move", [
  z.object({ move: z.enum(["take", "accept"]), version: Version }),
  z.object({ move: z.enum(["request_changes", "decline"]), version: Version, note: multilineText(1_000) }),
])
export type DeskDecision = z.infer<typeof DeskDecision>

/** A version as a form field. */
const FormVersion = z.coerce.number().int()
export const DeskMoveForm = z.object({ version: FormVersion })
export const DeskNoteForm = z.object({ version: FormVersion, note: multilineText(1_000) })

/** An application as it is stored. */
export interface StoredApplication extends Application {
  /** The account's e-mail, or the one that a visitor typed. */
  contact: string
  locale: string
}

/** An application as staff see it. */
export interface DeskApplication extends StoredApplication {
  /** The name of the member of staff who last acted on it. */
  staff: string | null
  /** The staff member's own: somebody else decides. */
  is_yours: boolean
}

/** An application in the list that staff see. */
export interface DeskEntry {
  id: string
  reference: string
  state: ApplicationState
  version: number
  first_name: string
  city: string | null
  category: string | null
  is_member: boolean
  pictures: number
  /** Epoch ms. */
  submitted_at: number | null
  updated_at: number
}
