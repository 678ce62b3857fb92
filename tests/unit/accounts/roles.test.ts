import { expect, test } from "vitest"
import { type Permission, permissions, permissionsOf, staffRoles } from "~/domain/core/actor/roles"

/**
 * Rights of each role (trust-safety R24), written by hand: a change of `roles.ts` has to be made here too. The owner
 * has everything but what is confidential: identity checks and reported messages.
 */
const columns = ["owner", "trust_lead", "moderator", "verifier", "support", "finance", "editor", "auditor"]
const table: Record<Permission, string> = {
  "dashboard.read": "y y y y y y y y",
  "content.read": "y - - - - - y y",
  "content.write": "y - - - - - y -",
  "catalog.read": "y - - - - - y y",
  "catalog.write": "y - - - - - y -",
  "settings.read": "y - - - - - - y",
  "settings.write": "y - - - - - - -",
  "readiness.read": "y - - - - - - y",
  "readiness.write": "y - - - - - - -",
  "countries.read": "y y - - - - - y",
  "countries.propose": "y - - - - - - -",
  "countries.confirm": "y y - - - - - -",
  "members.read": "y y y y y y - -",
  "members.sanction": "y y y - - - - -",
  "members.close": "y y - - - - - -",
  "members.impersonate": "y y - - y - - -",
  "profiles.review": "y y y - - - - -",
  "media.review": "y y y - - - - -",
  "reviews.lead": "y y - - - - - -",
  "hashes.write": "y y - - - - - -",
  "applications.review": "y y y - - - - -",
  "identity.read": "- y - y - - - -",
  "identity.decide": "- y - y - - - -",
  "reports.read": "y y y - - - - y",
  "reports.messages": "- y y - - - - -",
  "reports.decide": "y y y - - - - -",
  "appeals.read": "y y y - - - - y",
  "appeals.decide": "y y y - - - - -",
  "help.read": "- y - - - - - -",
  "tickets.read": "y y - - y - - -",
  "tickets.reply": "y - - - y - - -",
  "billing.read": "y - - - y y - y",
  "billing.refund": "y - - - - y - -",
  "plans.read": "y - - - - y - y",
  "plans.write": "y - - - - y - -",
  "mails.read": "y - - - y - - -",
  "mails.write": "y - - - y - - -",
  "jobs.read": "y - - - - - - -",
  "jobs.write": "y - - - - - - -",
  "staff.read": "y - - - - - - y",
  "staff.grant": "y - - - - - - -",
  "audit.read": "y - - - - - - y",
  "transparency.read": "y - - - - - - y",
  "transparency.draft": "- - - - - - - y",
  "transparency.publish": "y - - - - - - -",
}

test("each role has a column, and each permission a row", () => {
  expect(staffRoles).toEqual(columns)
  expect([...permissions].toSorted()).toEqual(Object.keys(table).toSorted())
})

test.each(staffRoles)("the role %s has the permissions of its column, and no others", (role) => {
  const column = columns.indexOf(role)
  const expected = permissions.filter((permission) => table[permission].split(" ")[column] === "y")
  expect([...permissionsOf([role])].toSorted()).toEqual(expected.toSorted())
})

test("several roles together have what each of them has", () => {
  const together = permissionsOf(["owner", "verifier"])
  expect(together.has("identity.read")).toBe(true)
  expect(together.has("reports.messages")).toBe(false)
})
