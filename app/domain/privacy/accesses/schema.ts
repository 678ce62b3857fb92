import * as z from "zod"
import type { StaffRole } from "../../core/actor/roles"
import type { ReadReason, RecordKind } from "../../core/audit/personal-reads"

export const AccessesQuery = z.object({ cursor: z.string().max(100).optional() })

/** That somebody of the team opened a record of the member: never who, and never in whose words why. */
export interface DataAccess {
  /** Epoch ms. */
  at: number
  /** Null: it was not recorded then. */
  role: StaffRole | null
  record: RecordKind
  reason: ReadReason
}
