import type { Permission } from "../actor/roles"

/**
 * Permissions to read what is about people and not public: whatever is listed or opened with one of them leaves an entry
 * in the audit log (trust-safety R25). Resources of the kit follow it by their `read`; a test opens the rest.
 */
const sensitivePermissions: readonly Permission[] = [
  "members.read",
  "profiles.review",
  "media.review",
  "applications.review",
  "identity.read",
  "reports.read",
  "reports.messages",
  "appeals.read",
  "help.read",
  "tickets.read",
  "billing.read",
  "mails.read",
  "audit.read",
]

export function isSensitive(permission: Permission): boolean {
  return sensitivePermissions.includes(permission)
}
