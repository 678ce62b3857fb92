import * as z from "zod"
import type { Locale } from "~/i18n/locales"
import { multilineDraft } from "../../core/shared/text"
import type { SubjectCases } from "../../decisions/cases/about"
import type { Escalation, Proposal, SecondLook } from "../../decisions/second-look/schema"
import { MediaEdit, type OwnMediaItem } from "../../media/own-media"
import type { Pass, Photo } from "../../media/schema"
import { FieldsPatch } from "../content/field-schemas"
import type { FieldValues, ProfileField } from "../content/fields"
import { type DayPart, weekParts } from "../content/rhythm"
import type { Placeholder, ProfileState, ProfileTimes, PublicProfile } from "../schema"
import type { TextFlag } from "./flags"
import type { PhotoField } from "./photo-field"
import { type OwnerMove, type StaffMove, staffMoves } from "./policy"
import { type ReturnReason, returnReasons } from "./reasons"

/** An edit of a field that is not live. */
interface FieldEdit {
  /** `pending` awaits staff; `returned` was sent back, and awaits its owner. */
  state: "draft" | "pending" | "returned"
  version: string
  reason: ReturnReason | null
  comment: string | null
}

export interface WorkshopField<Field extends ProfileField = ProfileField> {
  /** The value that the public sees, or would see. */
  live: FieldValues[Field]
  /** The value that the owner last typed: the edit's, or the live one. */
  value: FieldValues[Field]
  edit: FieldEdit | null
  /** The text that a report hides or staff took down, while the public sees none. */
  hidden: string | null
}

/** Where an item stands: `to_send` and `returned` are with its owner, `awaited` is with staff. */
export const itemStates = ["missing", "to_send", "awaited", "returned", "done"] as const

/** A problem between a profile and its publication. */
export interface ChecklistItem {
  item: PublicationProblem
  state: (typeof itemStates)[number]
}

/** The problems of the view publication_problems (app/db/publication.ts), in the order of the checklist. */
export const publicationProblems = [
  "texts",
  "languages",
  "services",
  "rate",
  "photo",
  "consent",
  "identity",
  "agreement",
] as const
export type PublicationProblem = (typeof publicationProblems)[number]

/** The owner's profile as they edit it. Times are epoch ms. */
export interface Workshop {
  id: string
  slug: string
  name: string
  state: ProfileState
  /** Staff's reason about the whole profile. */
  reason: ReturnReason | null
  comment: string | null
  /** When it was submitted, while it awaits staff. */
  submitted_at: number | null
  published_at: number | null
  available_until: number | null
  rhythm: DayPart[]
  fields: { [Field in ProfileField]: WorkshopField<Field> }
  checklist: ChecklistItem[]
  /** The acts that are possible now. */
  moves: OwnerMove[]
  /** Photos and videos, in any state but a refused one, in which nobody has said who is. */
  undeclared_count: number
  /** Edits that await submission. */
  draft_count: number
}

/** The owner's profile as it would be if every edit and photo were approved. */
export interface Preview {
  profile: Omit<PublicProfile, "nearby" | "nearby_total" | "times">
  times: ProfileTimes
  photos: (Photo & { pass: Pass })[]
  private_photos: (Photo & { pass: Pass })[]
  /** Placeholders of the private photos, for those to whom they are closed. */
  placeholders: Placeholder[]
  /** Something in it awaits its owner or staff: the public does not see it yet. */
  is_ahead: boolean
}

/** A photo or video in the owner's workshop. */
export interface WorkshopMediaItem extends OwnMediaItem {
  /** The alt texts that are not public yet, where staff review them. */
  alt_edit: (FieldEdit & { alt: Partial<Record<Locale, string>> }) | null
}

/** A change of it; `alt_version` is that of `alt_edit`, null for none. */
export const WorkshopMediaItemEdit = MediaEdit.extend({ alt_version: z.string().max(40).nullable().default(null) })
export type WorkshopMediaItemEdit = z.infer<typeof WorkshopMediaItemEdit>

/** The client's id of a save, which the versions that it makes end in: it knows its own when their answer was lost. */
export const SaveId = z.string().regex(/^[a-z0-9]{6,13}$/)

/** A save: fields, each with the version of its edit that was read, null for none. */
export const FieldsSave = z.object({
  fields: FieldsPatch,
  versions: z.record(z.string().max(40), z.string().max(40).nullable()),
  save: SaveId.optional(),
})
export type FieldsSave = { fields: Partial<FieldValues>; versions: Record<string, string | null>; save?: string }

/** The longest time that an owner can say they are available for (ms). */
export const maxAvailability = 7 * 24 * 60 * 60_000

export const Availability = z
  .object({
    /** Epoch ms, in the future, within a week; null: not available now. */
    available_until: z.number().int().nullable(),
    rhythm: z.array(z.enum(weekParts as [DayPart, ...DayPart[]])).max(weekParts.length),
  })
  .partial()
export type Availability = z.infer<typeof Availability>

const Comment = multilineDraft(1_000)
const Reason = z.enum(returnReasons, { error: "required" })

/** Why staff send something back, and their comment to the owner. */
export const ReviewRemark = z.object({ reason: Reason, comment: Comment.default("") })
export type ReviewRemark = z.infer<typeof ReviewRemark>

/** Decisions on edits, each by the version that was read; what is sent back needs a reason. */
export const FieldDecisions = z.object({
  decisions: z
    .array(
      z.discriminatedUnion("decision", [
        z.object({ field: z.string().max(80), version: z.string().max(40), decision: z.literal("approve") }),
        z.object({
          field: z.string().max(80),
          version: z.string().max(40),
          decision: z.literal("return"),
          reason: Reason,
          comment: Comment.default(""),
        }),
      ]),
    )
    .min(1)
    .max(60),
})
export type FieldDecisions = z.infer<typeof FieldDecisions>

const withoutReason = ["approve", "reinstate"] as const satisfies StaffMove[]
const withReason = (Object.keys(staffMoves) as StaffMove[]).filter(
  (move): move is Exclude<StaffMove, (typeof withoutReason)[number]> => !(withoutReason as string[]).includes(move),
)

/** A decision on the whole profile, at the version that was read; a restriction needs a reason. */
export const ProfileDecision = z.discriminatedUnion("move", [
  z.object({ move: z.enum(withoutReason), version: z.number().int() }),
  z.object({ move: z.enum(withReason), version: z.number().int(), reason: Reason, comment: Comment.default("") }),
])
export type ProfileDecision = z.infer<typeof ProfileDecision>

/** A profile in the review queue. */
export interface QueuedProfile {
  id: string
  slug: string
  name: string
  state: ProfileState
  city: string
  /** Epoch ms. */
  submitted_at: number
  pending_count: number
  /** Another staff member's claim is running. */
  is_claimed: boolean
  /** Handed to leads, who alone see it here. */
  is_escalated: boolean
}

interface ReviewedField {
  field: ProfileField | PhotoField
  version: string
  live: unknown
  value: unknown
  state: FieldEdit["state"]
  reason: ReturnReason | null
  comment: string | null
  flags: TextFlag[]
}

/** A profile as staff review it. */
export interface Review {
  id: string
  slug: string
  name: string
  state: ProfileState
  version: number
  submitted_at: number | null
  is_whole: boolean
  claimed_until: number | null
  /** The name of the staff member who holds it. */
  claimed_by: string | null
  /** By the staff member who reads it. */
  is_claimed_by_you: boolean
  /** The staff member's own: somebody else decides. */
  is_yours: boolean
  /** Staff's reason about the whole profile. */
  reason: ReturnReason | null
  comment: string | null
  problems: PublicationProblem[]
  content: FieldValues
  edits: ReviewedField[]
  /** Decisions on its fields and the whole that await a second look; none of the reader's own profile. */
  proposals: Proposal[]
  /** Cases about it and what belongs to it; null for staff without `reports.read`. */
  cases: SubjectCases | null
  /** Who handed it to leads; null: nobody, and for the reader's own profile. */
  escalation: Escalation | null
  /** Of the staff member who reads it; null: they decide alone. */
  second_look: SecondLook | null
}
