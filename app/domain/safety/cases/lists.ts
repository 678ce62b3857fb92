import type { CaseState } from "~/db/enums"
import { type SubjectKind, subjectKinds } from "../../decisions/cases/about"

/** Whether staff have not decided on a case. */
export const isOpen = ({ state }: { state: CaseState }): boolean => state === "received" || state === "triaged"

/** The lists of cases: those to decide, those whose decision is contested, those that ended. */
export const caseLists = ["open", "appealed", "ended"] as const
export type CaseList = (typeof caseLists)[number]

/** Which cases staff list: those of a list, and of them only those about the member, profile or media item that `about` names. */
export interface CaseFilter {
  list: CaseList
  about: { kind: SubjectKind; id: string } | null
}

/** The `about` of a list of cases in an address: `member:`, `profile:` or `media:`, and an id. */
export const aboutPattern = new RegExp(`^(?<kind>${subjectKinds.join("|")}):(?<id>[\\w-]{1,64})$`)

/** Returns what the `about` of an address names; null for none, and for one that names nothing. */
export function parseAbout(text: string | null): CaseFilter["about"] {
  const parts = aboutPattern.exec(text ?? "")?.groups
  return parts ? { kind: parts.kind as SubjectKind, id: parts.id as string } : null
}
