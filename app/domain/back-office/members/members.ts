import { billingActionKinds } from "~/db/enums"
import type { MemberSession } from "../../accounts/schema"
import type { DeskBilling, DeskEvent } from "../../billing/staff/schema"
import type { StaffRole } from "../../core/actor/roles"
import type { SubjectCases } from "../../decisions/cases/about"
import type { RuleStrikes } from "../../decisions/strikes"
import type { ReasonTemplate } from "../../decisions/templates"
import type { AddressReturn } from "../../mail/schema"
import type { ProfileState } from "../../profiles/schema"

/** A member in a list of staff. Times are epoch ms. */
export interface FoundMember {
  id: string
  name: string
  email: string
  created_at: number
  banned_at: number | null
  suspended_until: number | null
}

export interface MemberSanction {
  id: string
  kind: "warn" | "limit" | "suspend" | "close"
  state: "pending" | "active" | "lifted" | "expired"
  reason: string
  staff_id: string | null
  /** Null once their account is gone. */
  staff_name: string | null
  second_staff_id: string | null
  second_staff_name: string | null
  expires_at: number | null
  created_at: number
  ended_at: number | null
}

/** A member as staff see them. */
export interface DeskMember {
  id: string
  name: string
  email: string
  locale: string
  created_at: number
  email_verified_at: number | null
  /** Since when mails to them are not sent, and why. */
  email_returned: AddressReturn | null
  ban: { at: number; staff_id: string | null; staff_name: string | null; reason: string | null } | null
  suspended_until: number | null
  /** Until when they may send no first message. */
  limited_until: number | null
  groups: string[]
  roles: StaffRole[]
  profile: { id: string; slug: string; state: ProfileState } | null
  /** How many sign-ins are open. */
  sessions: number
  /** The sign-ins; null for staff without `members.sanction`. */
  session_list: MemberSession[] | null
  tickets: { all: number; open: number }
  /** Cases about them, their profile and what belongs to it; null for staff without `reports.read`. */
  cases: SubjectCases | null
  erasure_due_at: number | null
  sanctions: MemberSanction[]
  /** Every rule, in the order of the list of rules. */
  rules: RuleStrikes[]
  /** For the reasons of a sanction, in the member's language; none for staff without `members.sanction`. */
  templates: ReasonTemplate[]
  /** Null for staff without `billing.read`. */
  billing: DeskBilling | null
}

/** Staff's actions on a member, in the order of the page's buttons. */
export const memberActions = ["sign_in_as", "warn", "limit", "suspend", "restore", "sign_out", "lift", "close"] as const
export type MemberAction = (typeof memberActions)[number]

/** Staff's actions on a member's billing. */
export { billingActionKinds }
export type BillingAction = (typeof billingActionKinds)[number]

/** A member's billing on their page. */
export interface MemberBilling extends Omit<DeskBilling, "events"> {
  /** Without what they hold: their payloads are for the API. */
  events: Omit<DeskEvent, "payload">[]
  mayRefund: boolean
  /** The idempotency key of the page's next act. */
  actKey: string
}

/** A member's page in the back office. */
export interface MemberPage {
  member: Omit<DeskMember, "billing">
  billing: MemberBilling | null
  /** Actions that the reader may take. */
  acts: MemberAction[]
  /** How long the reader may limit or suspend for, in hours. */
  durations: number[]
  /** A closure that awaits a second person. */
  closure: { id: string; by: string | null; is_own: boolean; reason: string; until: number } | null
}
