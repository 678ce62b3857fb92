import * as z from "zod"
import type { Permission } from "../../core/actor/roles"
import { emptyIsAbsent, multilineText } from "../../core/shared/text"
import { policySlugs } from "../../decisions/kinds"

/** Staff's reasons, in the words that the member reads. */
const reason = multilineText(1_000)
/** The slug of the rule that the sanction answers. */
const policy = z.enum(policySlugs, { error: ({ input }) => (input ? undefined : "required") }).default("terms")
/** The longest limit or suspension, in hours, and the longest by staff who cannot close accounts (trust-safety R17). */
export const longest = { suspension: 365 * 24, byModerator: 30 * 24 } as const

export const WarningForm = z.object({ reason, policy })
export type WarningForm = z.infer<typeof WarningForm>

/** The permission that each sanction takes; a closure's proposal, too. */
export const permissionOf = {
  warn: "members.sanction",
  limit: "members.sanction",
  suspend: "members.sanction",
  close: "members.close",
} as const satisfies Record<string, Permission>

/** Length of a limit or suspension. */
export const hours = z.coerce.number().int().min(1).max(longest.suspension)

export const LimitForm = z.object({ hours, reason, policy })
export type LimitForm = z.infer<typeof LimitForm>

export const SuspensionForm = z.object({ hours, reason, policy })
export type SuspensionForm = z.infer<typeof SuspensionForm>

/** `proposal`: the id of the proposed closure that it confirms; without one, whichever there is. */
export const ClosureForm = z.object({
  reason,
  policy,
  proposal: z.preprocess(emptyIsAbsent, z.string().max(40).optional()),
})
export type ClosureForm = z.infer<typeof ClosureForm>

export const RestoreForm = z.object({ reason })
export type RestoreForm = z.infer<typeof RestoreForm>
