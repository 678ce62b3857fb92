import * as z from "zod"
import { grantableRoles } from "~/db/enums"
import type { StaffRole } from "~/domain/core/actor/roles"
import { addDays, startOfDay } from "~/domain/core/shared/site-days"
import { Email } from "../../core/shared/email"

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

export const RevokeForm = z.object({ id: z.string().min(1).max(40) })

export interface StaffMember {
  id: string
  name: string
  email: string
  /** Without one they reach nothing of the back office where a second factor is required. */
  has_second_factor: boolean
  roles: StaffRoleEntry[]
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
