import { DAY } from "../lib/time.ts"
import type { Trigger } from "./guards.ts"

/** How long somebody who must be checked again has for it, ms: the first notice of a due check is 30 days before. */
export const recheckNotice = 30 * DAY

/** Without a use of their account for this long, ms, the owner of a profile is checked again when they return. */
export const dormancy = 180 * DAY

/** Makes the verified check of a profile's owner due in 30 days, unless it is due before. `at`: an expression, epoch ms. */
const recheck = (userId: string, at: string, reason: "email" | "payer" | "dormancy", condition = "") =>
  `UPDATE identity_checks SET next_check_at = ${at} + ${recheckNotice}, due_reason = '${reason}', noticed_days = NULL
    WHERE user_id = ${userId} AND status = 'verified' AND (next_check_at IS NULL OR next_check_at > ${at} + ${recheckNotice})
      ${condition}AND EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${userId})`

const isDormant = `AND coalesce(seen_at, checked_at) < NEW.last_used_at - ${dormancy} `
const seen = `UPDATE identity_checks SET seen_at = NEW.last_used_at
    WHERE user_id = NEW.user_id AND status = 'verified' AND coalesce(seen_at, 0) < NEW.last_used_at`

/** The changes of an account after which its owner's identity is checked again (trust-safety R4). */
export const recheckTriggers: Trigger[] = [
  {
    name: "users_email_recheck",
    event: "UPDATE",
    columns: ["email"],
    table: "users",
    when: "NEW.email <> OLD.email",
    body: [recheck("NEW.id", "NEW.updated_at", "email")],
  },
  // Another customer, or another card: a new expiry of the same card is the same payer.
  {
    name: "billing_customers_payer_recheck",
    event: "UPDATE",
    columns: ["stripe_customer", "card_brand", "card_last4"],
    table: "billing_customers",
    when: `NEW.stripe_customer <> OLD.stripe_customer OR NEW.card_last4 <> OLD.card_last4 OR NEW.card_brand <> OLD.card_brand`,
    body: [recheck("NEW.user_id", "NEW.updated_at", "payer")],
  },
  {
    name: "sessions_dormancy_recheck_on_insert",
    event: "INSERT",
    table: "sessions",
    body: [recheck("NEW.user_id", "NEW.last_used_at", "dormancy", isDormant), seen],
  },
  {
    name: "sessions_dormancy_recheck_on_update",
    event: "UPDATE",
    columns: ["last_used_at"],
    table: "sessions",
    body: [recheck("NEW.user_id", "NEW.last_used_at", "dormancy", isDormant), seen],
  },
]
