import type { CaseState } from "~/db/enums"

/** Whether staff have not decided on a case. */
export const isOpen = ({ state }: { state: CaseState }): boolean => state === "received" || state === "triaged"

/** The lists of cases: those to decide, those whose decision is contested, those that ended. */
export const caseLists = ["open", "appealed", "ended"] as const
export type CaseList = (typeof caseLists)[number]
