import * as z from "zod"
import { grantableRoles } from "~/db/enums"
import type { StaffRole } from "~/domain/core/actor/roles"
import { addDays, startOfDay } from "~/domain/core/shared/site-days"
import { Email } from "../../core/shared/email"
import { multilineText } from "../../core/shared/text"

export { grantableRoles }
export type GrantableRole = (typeof grantableRoles)[number]

/** The last day of a role, as a form sends it; empty: until it is revoked. */
const LastDay = z
  .union([z.literal(""), z.iso.date()])
  .optional()
  .transform((day) => (day ? startOfDay(addDays(day, 1)) : null))

/** Grants a role to the member with this e-mail; `until` becomes the end of that day, epoch ms. */
export const GrantForm = z.object({ email: Email, role: z.enum(grantableRoles), until: LastDay })
export type GrantForm = z.output<typeof GrantForm>

/** Proposes to reset somebody's lost second factor. */
export const ResetForm = z.object({ reason: multilineText(500) })
export type ResetForm = z.infer<typeof ResetForm>

/** The forms of a reset on the page of staff: the subject's id. */
export const ResetSubject = z.object({ user: z.string().min(1).max(40) })
export const ResetProposal = ResetSubject.extend(ResetForm.shape)

/** Confirms the proposal that was read: when it was made, epoch ms. */
export const ResetConfirmation = z.object({ proposed_at: z.number().int() })
export type ResetConfirmation = z.infer<typeof ResetConfirmation>
export const ResetConfirmationForm = ResetSubject.extend({ proposed_at: z.coerce.number().int() })

export const RevokeForm = z.object({ id: z.string().min(1).max(40) })

export interface StaffMember {
  id: string
  name: string
  email: string
  /** Without one they reach nothing of the back office where a second factor is required. */
  has_second_factor: boolean
  /** The reset of their second factor that awaits a second person. */
  reset: FactorReset | null
  roles: StaffRoleEntry[]
}

export interface FactorReset {
  /** A name. */
  proposed_by: string
  reason: string
  /** Epoch ms: required to confirm it. */
  proposed_at: number
  expires_at: number
  /** Proposed by who reads it: somebody else confirms it. */
  is_yours: boolean
}

export interface StaffRoleEntry {
  /** Of the grant; null for `owner`, which the operator's command alone grants. */
  id: string | null
  role: StaffRole
  /** Epoch ms; null for `owner`. */
  granted_at: number | null
  expires_at: number | null
  /** A name; null: the operator. */
  granted_by: string | null
}
