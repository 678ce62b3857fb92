import type { Permission } from "../../core/actor/roles"

/** The page of a record that entries of the audit log are about, and the permission that it takes. */
interface TargetPage {
  read: Permission
  to: (id: string) => string
}

const admin = "/dashboard/admin"
const ofMember: TargetPage = { read: "members.read", to: (id) => `${admin}/users/${id}` }
const ofProfile: TargetPage = { read: "profiles.review", to: (id) => `${admin}/profiles/${id}/review` }

/** The pages of the targets that are no resource of the kit, or not by its name. */
export const targetPages: Readonly<Record<string, TargetPage>> = {
  member: ofMember,
  users: ofMember,
  profile: ofProfile,
  profiles: ofProfile,
  ticket: { read: "tickets.read", to: (id) => `${admin}/tickets/${id}` },
  case: { read: "reports.read", to: (id) => `${admin}/cases/${id}` },
  appeal: { read: "appeals.read", to: (id) => `${admin}/appeals/${id}` },
  application: { read: "applications.review", to: (id) => `${admin}/applications/${id}` },
  payment_event: { read: "billing.read", to: (id) => `${admin}/payment-events/${id}` },
  transparency: { read: "transparency.read", to: (id) => `${admin}/transparency/${id}` },
  readiness: { read: "readiness.read", to: () => `${admin}/readiness` },
  setting: { read: "settings.read", to: () => `${admin}/settings` },
}

/** Ids of lists and desks, which are no record. */
export const isRecord = (id: string): boolean => id !== "list" && id !== "desk" && id !== ""
