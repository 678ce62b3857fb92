import type { ReportCategory } from "~/db/enums"

export type { ReportCategory } from "~/db/enums"

/**
 * - P0: a minor, or danger to life; looked at within the hour
 * - P1: pictures without consent; within 48 hours
 * - P2: illegal otherwise; P3: against our rules; within seven working days (trust-safety R14)
 */
export const priorities = ["P0", "P1", "P2", "P3"] as const
export type Priority = (typeof priorities)[number]

/** What can be reported, in the form's order, and how urgent it is. */
export const reportCategories = {
  minor: "P0",
  danger: "P0",
  intimate: "P1",
  depicted: "P1",
  illegal: "P2",
  impersonation: "P2",
  terms: "P3",
} as const satisfies Record<ReportCategory, Priority>
