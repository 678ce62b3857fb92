import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"
import { id, timestamps } from "./columns"

/** Stripe's subscription statuses (docs.stripe.com/billing/subscriptions/overview). */
export const stripeStatuses = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text().notNull(),
    stripeId: text("stripe_id").notNull().unique(),
    stripeStatus: text("stripe_status", { enum: stripeStatuses }).notNull(),
    /** Null if the subscription has several prices. */
    stripePrice: text("stripe_price"),
    quantity: integer(),
    trialEndsAt: integer("trial_ends_at"),
    endsAt: integer("ends_at"),
    ...timestamps,
  },
  (table) => [index("subscriptions_user").on(table.userId, table.stripeStatus)],
)
