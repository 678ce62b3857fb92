import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "../accounts"
import { enumCheck, id, timestamps } from "../columns"
import { profiles } from "./profiles"

/** States of an edit: `returned` was sent back by staff. An approved edit is the live content, and its row is deleted. */
export const editStates = ["draft", "pending", "returned"] as const

/** Kinds of staff's decisions: on one field, or with an empty field on the whole profile. */
export const decisionKinds = [
  "approved",
  "returned",
  "changes_requested",
  "rejected",
  "suspended",
  "reinstated",
] as const

/**
 * The owner's unapproved edits, a row for each field (app/domain/profiles/content/fields.ts): the live content stays as it is
 * until an edit is approved (trust-safety R9).
 */
export const profileEdits = sqliteTable(
  "profile_edits",
  {
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    field: text().notNull(),
    /** JSON, as the field's schema says. */
    value: text().notNull(),
    state: text({ enum: editStates }).notNull(),
    /** A new id with each change: a save or a decision names the one that it read. */
    version: text().notNull(),
    /** Of a returned edit: staff's reason (app/domain/profiles/editing/reasons.ts) and comment, shown to the owner. */
    reason: text(),
    comment: text(),
    ...timestamps,
  },
  (table) => [primaryKey({ columns: [table.profileId, table.field] }), enumCheck(table.state)],
)

/** A profile that was ever submitted: its place in the review queue, and who reviews it. */
export const profileReviews = sqliteTable(
  "profile_reviews",
  {
    profileId: text("profile_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** When it was submitted, epoch ms; null while nothing awaits staff. */
    submittedAt: integer("submitted_at"),
    /** The staff member who reviews it, until `claimedUntil` (epoch ms). */
    claimedBy: text("claimed_by").references(() => users.id, { onDelete: "set null" }),
    claimedUntil: integer("claimed_until"),
    /** Staff's reason and comment on the whole profile, shown to the owner; null once it is submitted again. */
    reason: text(),
    comment: text(),
  },
  (table) => [
    index("profile_reviews_queue").on(table.submittedAt, table.profileId),
    index("profile_reviews_claim").on(table.claimedBy),
  ],
)

/** Staff's decisions, with the texts before and after (trust-safety R9). */
export const profileDecisions = sqliteTable(
  "profile_decisions",
  {
    id: id(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Empty: the whole profile. */
    field: text().notNull(),
    decision: text({ enum: decisionKinds }).notNull(),
    /** JSON of the live value then, and of the edit; null for a decision on the whole profile. */
    before: text(),
    after: text(),
    reason: text(),
    comment: text(),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("profile_decisions_profile").on(table.profileId, table.id),
    index("profile_decisions_staff").on(table.staffId),
    enumCheck(table.decision),
  ],
)
