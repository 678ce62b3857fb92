import type { CaseState, CaseSubject, ProfileTextName, ReportCategory, reportPriorities } from "~/db/enums"
import type { Actor } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"

/** The kinds of records that cases are about, and beside which staff see them. */
export const subjectKinds = ["member", "profile", "media"] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** A case, as it stands beside what it is about. */
export interface SubjectCase {
  reference: string
  category: ReportCategory
  priority: (typeof reportPriorities)[number]
  state: CaseState
  subject_kind: CaseSubject
  /** The one text of the profile that it is about. */
  text: ProfileTextName | null
  created_at: number
}

/** The cases about a member, profile or media item. */
export interface SubjectCases {
  all: number
  open: number
  /** Open ones first, then latest first: 5 at most. */
  latest: SubjectCase[]
}

/** Returns the actor's id if they may read cases, or null. */
export function casesReaderOf(actor: Actor): string | null {
  return actor.kind === "staff" && isPermitted(actor, "reports.read") ? actor.user.id : null
}
