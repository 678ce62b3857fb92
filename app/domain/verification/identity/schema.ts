import * as z from "zod"
import type { CheckStatus, checkActions, dueReasons } from "~/db/schema/profiles/identity"
import { lineDraft, lineText, multilineText } from "../../core/shared/text"

/** The subject of a check: a member, or a person depicted. */
export type Subject = { userId: string } | { personId: string }

/** Returns the subject of a check; null once a member's account is erased. */
export function subjectOf({ userId, personId }: { userId: string | null; personId: string | null }): Subject | null {
  if (userId) return { userId }
  return personId ? { personId } : null
}

/** A member's identity check as they see it. Times are epoch ms. */
export interface Identity {
  /** `refused_age` is shown as `refused`: one sentence for every refusal (trust-safety R3). */
  status: Exclude<CheckStatus, "refused_age">
  /** `staff`: without a comparison of faces (R5). */
  method: "provider" | "staff" | null
  checked_at: number | null
  /** When it is due again. */
  due_at: number | null
  /** Why it is due before its time; null: it is not. */
  due_reason: (typeof dueReasons)[number] | null
  /** The check can be started, or continued at the provider. */
  can_start: boolean
  can_ask_staff: boolean
}

const Reason = multilineText(1_000)
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const Name = lineText(120)

/** A day of birth, YYYY-MM-DD, that is in the calendar. */
const BirthDate = z.iso.date().transform((day) => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  return { year, month, day: date }
})

/**
 * A staff member's confirmation that they saw the person and their document. Names and day of birth are stored as a keyed
 * hash alone.
 */
export const Confirmation = z.object({
  reason: Reason,
  is_adult: z.literal(true),
  first_name: Name,
  last_name: Name,
  birth_date: BirthDate,
  document_month: month.nullable(),
})
export type Confirmation = z.infer<typeof Confirmation>

export const Refusal = z.object({ reason: Reason, outcome: z.enum(["refused_age", "refused"]) })
export type Refusal = z.infer<typeof Refusal>

export const StaffReason = z.object({ reason: Reason })
export type StaffReason = z.infer<typeof StaffReason>

/** The lists of staff's desk. */
const deskLists = ["requested", "refused", "verified"] as const
export const DeskQuery = z.object({
  list: z.enum(deskLists).default("requested"),
  /** A member's id, or how their e-mail address or name begins. */
  q: lineDraft(80).default(""),
})
export type DeskQuery = z.infer<typeof DeskQuery>

/** A check as staff see it. */
export interface DeskCheck {
  id: string
  subject: "member" | "depicted"
  /** The member's name; null for a person depicted. */
  name: string | null
  provider: string
  status: CheckStatus
  checked_at: number | null
  due_at: number | null
  due_reason: Identity["due_reason"]
  created_at: number
  /** Whether one member of staff has confirmed it and another must. */
  is_confirmed_once: boolean
  /** Whether it is refused, and the reader may reopen it. */
  may_reopen: boolean
  acts: { kind: (typeof checkActions)[number]; reason: string; created_at: number }[]
}
