import type { AttributedAction } from "~/db/audit/personal-reads"
import type { CurrentUser } from "../actor/actor"
import { type Permission, rolesWith, type StaffRole } from "../actor/roles"

/** The kinds of a member's records that staff read. */
export const recordKinds = [
  "account",
  "site",
  "profile",
  "media",
  "identity",
  "application",
  "ticket",
  "report",
  "messages",
  "appeal",
  "payments",
  "email",
] as const
export type RecordKind = (typeof recordKinds)[number]

/** The classes of reasons why staff read them. */
export const readReasons = [
  "account",
  "support",
  "review",
  "identity",
  "application",
  "report",
  "appeal",
  "payments",
  "email",
  "export",
] as const
export type ReadReason = (typeof readReasons)[number]

interface PersonalRead {
  record: RecordKind
  reason: ReadReason
  /** The permission that the read takes: the reader's role is one that gives it. */
  permission: Permission
}

/** Reads of lists: the statement that records them names each member, not a trigger. */
type ListAction =
  | "identity.list"
  | "profiles.export"
  | "mail.export"
  | "payment-events.export"
  | "billing-issues.export"
  | "billing-requests.export"

const ofAccount = { record: "account", reason: "account", permission: "members.read" } as const
const ofProfile = { record: "profile", reason: "review", permission: "profiles.review" } as const
const ofMedia = { record: "media", reason: "review", permission: "media.review" } as const
const ofPayments = { record: "payments", reason: "payments", permission: "billing.read" } as const
const ofMail = { record: "email", reason: "email", permission: "mails.read" } as const
const inExport = { reason: "export" } as const

/** Entries of the audit log that are a read of a member's records. A class is never taken out: the log has its entries for six years. */
export const personalReads: Readonly<Record<AttributedAction | ListAction, PersonalRead>> = {
  "member.read": ofAccount,
  "users.read": ofAccount,
  "impersonation.start": { record: "site", reason: "support", permission: "members.impersonate" },
  "billing.read": ofPayments,
  "payment-events.read": ofPayments,
  "payment-events.export": { ...ofPayments, ...inExport },
  "billing-issues.read": ofPayments,
  "billing-issues.export": { ...ofPayments, ...inExport },
  "billing-requests.read": ofPayments,
  "billing-requests.export": { ...ofPayments, ...inExport },
  "profile.read": ofProfile,
  "profiles.read": ofProfile,
  "profiles.export": { ...ofProfile, ...inExport },
  "profile.read_media": ofMedia,
  "media.read": ofMedia,
  "identity.list": { record: "identity", reason: "identity", permission: "identity.read" },
  "application.read": { record: "application", reason: "application", permission: "applications.review" },
  "ticket.read": { record: "ticket", reason: "support", permission: "tickets.read" },
  "case.read": { record: "report", reason: "report", permission: "reports.read" },
  "report.read_messages": { record: "messages", reason: "report", permission: "reports.messages" },
  "appeal.read": { record: "appeal", reason: "appeal", permission: "appeals.read" },
  "mail.read": ofMail,
  "mail.export": { ...ofMail, ...inExport },
}

/** Other reads that the audit log records, and why none of them is a line of one member. */
export const otherReads: Readonly<Record<string, string>> = {
  "member.list": "a page of a list or a search",
  "users.list": "a page of a list or a search",
  "profiles.list": "a page of a list or a search",
  "profile.list_reviews": "a page of a list",
  "review.list": "a page of a list",
  "medium.list": "a page of a list",
  "application.list": "a page of a list",
  "ticket.list": "a page of a list",
  "case.list": "a page of a list",
  "appeal.list": "a page of a list",
  "mail.list": "a page of a list or a search",
  "payment-events.list": "a page of a list or a search",
  "billing-issues.list": "a page of a list or a search",
  "billing-requests.list": "a page of a list or a search",
  "records.search": "a search over all kinds of records",
  "audit.list": "the log itself, which names ids",
  "audit.read": "the log itself, which names ids",
  "audit.export": "the log itself, which names ids",
  "help.list": "answers in confidence leave no trace in the account (trust-safety R22)",
}

/** Roles from the narrowest to the widest: somebody with several reads as the first that lets them. */
const narrowestFirst: readonly StaffRole[] = [
  "trust_lead",
  "verifier",
  "support",
  "finance",
  "moderator",
  "editor",
  "auditor",
  "owner",
]

/** Returns whether an action of the audit log is a read of a member's records. */
export function isPersonalRead(action: string): action is keyof typeof personalReads {
  return Object.hasOwn(personalReads, action)
}

/** Returns the role in which somebody reads: the trust lead's whenever they have it, else the narrowest that permits the read. */
export function readingRole(
  { roles }: Pick<CurrentUser, "roles">,
  action: keyof typeof personalReads,
): StaffRole | null {
  const permitting = rolesWith(personalReads[action].permission)
  const held = narrowestFirst.filter((role) => roles.includes(role))
  return held.find((role) => role === "trust_lead" || permitting.includes(role)) ?? null
}
