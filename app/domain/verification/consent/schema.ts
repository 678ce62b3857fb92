import * as z from "zod"
import type { ConsentState } from "~/db/schema/profiles/consent"
import { Accepted } from "../../core/shared/checkbox"
import { lineText } from "../../core/shared/text"
import type { Pass } from "../../media/schema"
import type { Identity } from "../identity/schema"
import { maxDeclared, maxPeople } from "./policy"

/** The page whose text a person depicted signs (scripts/seed/content). */
export const consentPage = "agreement/depicted"

const Id = z.string().min(1).max(40)

/** The owner's name for a person, which nobody else sees. */
export const PersonForm = z.object({ label: lineText(60) })
export type PersonForm = z.infer<typeof PersonForm>

/** The owner's statement who is in a photo or video beside themselves. */
export const Declaration = z.object({ has_others: z.boolean(), people: z.array(Id).max(maxPeople) })
export type Declaration = z.infer<typeof Declaration>

/** The owner's one statement about all the media of which they have said nothing yet: who else is in the exceptions follows. */
export const FirstDeclarations = z.object({
  media: z.array(Id).min(1).max(maxDeclared),
  exceptions: z.array(Id).max(maxDeclared),
})
export type FirstDeclarations = z.infer<typeof FirstDeclarations>

/** A person's answers, for each photo or video by its id. */
export const ConsentSignature = z.object({
  version: z.number().int().min(1),
  accepts: z.literal(true),
  answers: z.record(Id, z.object({ publish: z.boolean(), download: z.boolean() })),
})
export type ConsentSignature = z.infer<typeof ConsentSignature>

/** The page's form of the same: `publish-{id}` and `download-{id}` for each photo or video. */
export const ConsentForm = z.object({ version: z.coerce.number().int().min(1), accepts: Accepted })

/** The page's form of a withdrawal; without `media`, of everything. */
export const WithdrawalForm = z.object({ media: Id.optional() })

/** The forms of the owner's page. */
export const PersonActionForm = z.object({ person: Id })
export const DeclarationForm = z.object({ medium: Id, others: z.enum(["no", "yes"], { error: "required" }) })

/** A withdrawal: of a photo or video, or of everything. */
export const Withdrawal = z.object({ media: Id.nullable() })
export type Withdrawal = z.infer<typeof Withdrawal>

/** A person depicted, as the owner sees them. Times are epoch ms. */
export interface Person {
  id: string
  label: string
  /** Their identity and age are confirmed. */
  is_confirmed: boolean
  /** When their latest link ends for a signature; null: they have none. */
  link_expires_at: number | null
  can_remove: boolean
}

/** An owner's photo or video, and who is in it. */
export interface DeclaredMediaItem {
  id: string
  kind: "photo" | "video"
  visibility: "public" | "private" | "hidden"
  state: string
  width: number | null
  height: number | null
  color: string | null
  pass: Pass | null
  /** Null until the owner says whether others are in it. */
  has_others: boolean | null
  people: { id: string; state: ConsentState; may_download: boolean | null }[]
  /** Everyone in it agreed. */
  is_agreed: boolean
}

export interface OwnPeople {
  people: Person[]
  media: DeclaredMediaItem[]
}

/** A request to a person depicted. Times are epoch ms. */
export interface ConsentRequest {
  /** The profile's name: who asks. */
  owner: string
  /** The state of the person's own identity check. */
  identity: Identity["status"]
  /** False without an identity provider. */
  can_check: boolean
  items: {
    id: string
    kind: "photo" | "video"
    state: ConsentState
    may_download: boolean | null
    has_picture: boolean
  }[]
  /** When the link ends for a signature; a withdrawal remains possible. */
  expires_at: number
  is_expired: boolean
  /** The text to sign: safe HTML. */
  text: { title: string; html: string; locale: string; version: number } | null
}
