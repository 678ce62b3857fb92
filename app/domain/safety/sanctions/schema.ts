import * as z from "zod"
import { multilineText } from "../../core/shared/text"

/** Staff's reasons, in the words that the member reads. */
const reason = multilineText(1_000)
/** The longest suspension, and the longest by staff who cannot close accounts (trust-safety R17). */
export const longest = { suspension: 365 * 24, byModerator: 30 * 24 } as const

export const WarningForm = z.object({ reason })
export type WarningForm = z.infer<typeof WarningForm>

export const SuspensionForm = z.object({ hours: z.coerce.number().int().min(1).max(longest.suspension), reason })
export type SuspensionForm = z.infer<typeof SuspensionForm>

export const ClosureForm = z.object({ reason })
export type ClosureForm = z.infer<typeof ClosureForm>

export const RestoreForm = z.object({ reason })
export type RestoreForm = z.infer<typeof RestoreForm>
