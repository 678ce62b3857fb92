// Scripts read this file without the alias.
import { grantableRoles } from "../../../db/enums.ts"

/** Roles of staff (trust-safety R24). The `root` group is the role `owner`. */
export const staffRoles = ["owner", ...grantableRoles] as const
export type StaffRole = (typeof staffRoles)[number]

/** Rights in the back office: each of its pages and operations names one. */
export const permissions = [
  "dashboard.read",
  "content.read",
  "content.write",
  "catalog.read",
  "catalog.write",
  "settings.read",
  "settings.write",
  "readiness.read",
  "readiness.write",
  "countries.read",
  "countries.propose",
  "countries.confirm",
  "members.read",
  "members.sanction",
  "members.close",
  "members.impersonate",
  "profiles.review",
  "media.review",
  // Decides on what is handed to leads, and needs no second look (trust-safety R9).
  "reviews.lead",
  "hashes.write",
  "applications.review",
  "identity.read",
  "identity.decide",
  "reports.read",
  "reports.messages",
  "reports.decide",
  "appeals.read",
  "appeals.decide",
  "help.read",
  "tickets.read",
  "tickets.reply",
  "billing.read",
  "billing.refund",
  "plans.read",
  "plans.write",
  "mails.read",
  "mails.write",
  "jobs.read",
  "jobs.write",
  "staff.read",
  "staff.grant",
  "audit.read",
  "transparency.read",
  "transparency.draft",
  "transparency.publish",
] as const
export type Permission = (typeof permissions)[number]

/** Not even the owner has these without a further role (trust-safety R24). */
const confidential: readonly Permission[] = ["identity.read", "identity.decide", "reports.messages", "help.read"]
/** Left to other roles, so that the owner publishes what somebody else drafted (trust-safety R37). */
const ofAnother: readonly Permission[] = ["transparency.draft"]

const granted: Record<StaffRole, readonly Permission[]> = {
  owner: permissions.filter((permission) => ![...confidential, ...ofAnother].includes(permission)),
  trust_lead: [
    "dashboard.read",
    "countries.read",
    "countries.confirm",
    "members.read",
    "members.sanction",
    "members.close",
    "members.impersonate",
    "profiles.review",
    "media.review",
    "reviews.lead",
    "hashes.write",
    "applications.review",
    "identity.read",
    "identity.decide",
    "reports.read",
    "reports.messages",
    "reports.decide",
    "appeals.read",
    "appeals.decide",
    "help.read",
    "tickets.read",
  ],
  moderator: [
    "dashboard.read",
    "members.read",
    "members.sanction",
    "profiles.review",
    "media.review",
    "applications.review",
    "reports.read",
    "reports.messages",
    "reports.decide",
    "appeals.read",
    "appeals.decide",
  ],
  verifier: ["dashboard.read", "members.read", "identity.read", "identity.decide"],
  support: [
    "dashboard.read",
    "members.read",
    "members.impersonate",
    "tickets.read",
    "tickets.reply",
    "billing.read",
    "mails.read",
    "mails.write",
  ],
  finance: ["dashboard.read", "members.read", "billing.read", "billing.refund", "plans.read", "plans.write"],
  editor: ["dashboard.read", "content.read", "content.write", "catalog.read", "catalog.write"],
  auditor: [
    "dashboard.read",
    "content.read",
    "catalog.read",
    "settings.read",
    "readiness.read",
    "countries.read",
    "plans.read",
    "billing.read",
    "reports.read",
    "appeals.read",
    "staff.read",
    "audit.read",
    "transparency.read",
    "transparency.draft",
  ],
}

/** Returns the permissions of staff with these roles. */
export function permissionsOf(roles: readonly StaffRole[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => granted[role]))
}

/** Returns the roles that give a permission. */
export function rolesWith(permission: Permission): StaffRole[] {
  return staffRoles.filter((role) => granted[role].includes(permission))
}
