import type { ReportCategory, reportPriorities } from "~/db/enums"
import type { PolicySlug } from "../decisions/kinds"

export type { ReportCategory } from "~/db/enums"

/**
 * Review deadlines (trust-safety R14):
 * - P0: a minor, or danger to life; within the hour
 * - P1: pictures without consent; within 48 hours
 * - P2: otherwise illegal; P3: against our rules; within seven working days
 */
export type Priority = (typeof reportPriorities)[number]

/** Report categories in the form's order, with their priorities. */
export const reportCategories = {
  minor: "P0",
  danger: "P0",
  intimate: "P1",
  depicted: "P1",
  illegal: "P2",
  impersonation: "P2",
  terms: "P3",
} as const satisfies Record<ReportCategory, Priority>

/** The rule that a report of each category invokes. */
export const policyOfCategory = {
  minor: "adults",
  danger: "danger",
  intimate: "consent",
  depicted: "consent",
  illegal: "unlawful",
  impersonation: "identity",
  terms: "terms",
} as const satisfies Record<ReportCategory, PolicySlug>
