import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "../accounts"
import { enumCheck, id } from "../columns"
import { media } from "../profiles/media"
import { profiles } from "../profiles/profiles"

export const proposedDecisions = ["approve", "return", "request_changes", "reject"] as const

/**
 * Decisions of new reviewers that await a second look (trust-safety R9): one for each edit, profile or media item. The row
 * ends with the decision; one of a former version counts for nothing, and the next proposal or the sweep removes it.
 */
export const reviewProposals = sqliteTable(
  "review_proposals",
  {
    id: id(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    /** Of an edit; `media:ID` for a media item, empty for the whole profile. */
    field: text().notNull(),
    mediaId: text("media_id").references(() => media.id, { onDelete: "cascade" }),
    /** The version that was decided on: of the edit, the media item or the profile. */
    version: text().notNull(),
    decision: text({ enum: proposedDecisions }).notNull(),
    reason: text(),
    comment: text(),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("review_proposals_item").on(table.profileId, table.field),
    index("review_proposals_media").on(table.mediaId),
    index("review_proposals_by").on(table.proposedBy),
    enumCheck(table.decision),
  ],
)

/** How many proposals of a reviewer somebody else has confirmed, and decided otherwise. */
export const secondLooks = sqliteTable("second_looks", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  confirmed: integer().notNull(),
  changed: integer().notNull(),
})

/** Reviews that were handed to leads. The row ends when one of them has decided what waits, or gives the review back. */
export const reviewEscalations = sqliteTable(
  "review_escalations",
  {
    profileId: text("profile_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    /** For the lead; its owner never reads it. */
    note: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("review_escalations_staff").on(table.staffId)],
)
