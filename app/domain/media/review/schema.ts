import * as z from "zod"
import { type MediaReason, mediaEndings, mediaKinds, reviewedStates } from "~/db/enums"
import type { ConsentState } from "~/db/schema/profiles/consent"
import type { Locale } from "~/i18n/locales"
import { lineDraft, lineText, multilineText } from "../../core/shared/text"
import type { SubjectCases } from "../../decisions/cases/about"
import type { Proposal } from "../../decisions/second-look/schema"
import { Version } from "../own-media"
import type { Pass } from "../schema"
import { staffReasons } from "./reasons"

export const Approval = z.object({ version: Version })

export const Rejection = z.object({
  version: Version,
  reason: z.enum(staffReasons),
  comment: multilineText(1_000).optional(),
})

export type Rejection = z.infer<typeof Rejection>

/** Confirms the proposal that staff saw. */
export const MediaConfirmation = z.object({ proposal: z.string().min(1).max(40) })
export type MediaConfirmation = z.infer<typeof MediaConfirmation>

/** Which media staff list; those that await review by default. */
export const ReviewFilter = z.object({
  kind: z.enum(mediaKinds).optional(),
  state: z.enum(reviewedStates).default("ready"),
})

export type ReviewFilter = Partial<z.infer<typeof ReviewFilter>>

/** Who is in a media item, as staff read it. */
export interface MediaDeclaration {
  /** Whether others than the owner are in it; null: its owner has not said. */
  has_others: boolean | null
  /** Of the people named, by their answer. */
  answers: Partial<Record<ConsentState, number>>
  /** Everyone in it agreed. */
  is_agreed: boolean
}

/** Fates of a media item: how it ended, or what somebody in it answered. */
export const mediaFates = [...mediaEndings, "withdrawn", "refused", "requested"] as const

export type MediaFate = (typeof mediaFates)[number]

/** A media item as staff review it. */
export interface ReviewItem {
  id: string
  kind: "photo" | "video"
  state: (typeof reviewedStates)[number]
  visibility: "public" | "private" | "hidden"
  version: number
  width: number
  height: number
  /** Nothing could be compared with the blocklists: look closely. */
  is_low_quality: boolean
  alt: Partial<Record<Locale, string>>
  /** Of a video. */
  texts: Partial<Record<Locale, { title: string; description: string }>>
  type: "mp4" | "webm" | null
  /** Seconds, of a video. */
  duration: number | null
  captions: string[]
  /** Why it was sent back. */
  reason: MediaReason | null
  comment: string | null
  declaration: MediaDeclaration
  /** Fates of others of the profile that show the same; empty if there is nothing to say of them. */
  likenesses: MediaFate[]
  /** The decision of a new reviewer that awaits a second look. */
  proposal: Proposal | null
  /** Cases about it; null for staff without `reports.read`. */
  cases: SubjectCases | null
  profile: { id: string; name: string; slug: string }
  pass: Pass
  created_at: number
}

/** The parts of an entry of the blocklist. */
export const BlockedHash = {
  list: lineText(60),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  note: lineDraft(500),
}

/** An entry of the blocklist: one hash, of the file or of the picture. */
export const BlockedHashForm = z.union([
  z.object({ list: BlockedHash.list, sha256: BlockedHash.hash, note: BlockedHash.note }).strict(),
  z.object({ list: BlockedHash.list, pdq: BlockedHash.hash, note: BlockedHash.note }).strict(),
])

export type BlockedHashForm = z.infer<typeof BlockedHashForm>
