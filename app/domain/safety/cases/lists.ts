/** The lists of cases: those to decide, those whose decision is contested, those that ended. */
export const caseLists = ["open", "appealed", "ended"] as const
export type CaseList = (typeof caseLists)[number]
