import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { users } from "../accounts"
import { enumCheck, id, timestamps } from "../columns"
import { depictedPeople } from "./consent"

/**
 * States of an identity check (trust-safety R1, R3): `refused_age` and `refused` are final for its subject, unless staff
 * reopen them; `redacted`: the provider has deleted what it knew.
 */
export const checkStates = [
  "none",
  "pending",
  "processing",
  "verified",
  "needs_input",
  "expired",
  "revoked",
  "refused_age",
  "refused",
  "redacted",
] as const
export type CheckStatus = (typeof checkStates)[number]

/** Why a check is due again, or ended. */
export const checkReasons = ["period", "document", "minor", "other_person", "staff"] as const

/** Why a verified check is due before its time (trust-safety R4); `staff` give their reason in the act. */
export const dueReasons = ["email", "payer", "dormancy", "staff"] as const

/** Staff's actions on a check. */
export const checkActions = ["confirm", "refuse", "revoke", "reopen", "recheck"] as const

/**
 * A check of somebody's identity and age. Never a picture, a document's number, a date of birth, a name or an address
 * (trust-safety R1); a test holds the columns to that.
 */
export const identityChecks = sqliteTable(
  "identity_checks",
  {
    id: id(),
    /** The subject: a member, or a person depicted. Neither, once the member's account is erased. */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    personId: text("person_id").references(() => depictedPeople.id, { onDelete: "set null" }),
    /** `staff`: a check without a comparison of faces, by two members of staff (R5). */
    provider: text().notNull(),
    /** The provider's id of the check; null for staff's, and until it is started. */
    sessionRef: text("session_ref"),
    status: text({ enum: checkStates }).notNull(),
    over18: integer("over_18", { mode: "boolean" }),
    /** When identity and age were verified, or the check was refused, epoch ms. */
    checkedAt: integer("checked_at"),
    /** A live face was compared with the document. */
    liveness: integer({ mode: "boolean" }),
    /** YYYY-MM: the last month of the document. */
    documentMonth: text("document_month"),
    /** False for a check of the provider's test mode (R2). */
    livemode: integer({ mode: "boolean" }).notNull(),
    /** When a verified check is due again, epoch ms; null: never. */
    nextCheckAt: integer("next_check_at"),
    /** Why it is due before that time; null: it is not. */
    dueReason: text("due_reason", { enum: dueReasons }),
    /** When its subject last used their account, accurate to the hour. */
    seenAt: integer("seen_at"),
    /** The days that the last notice of it named. */
    noticedDays: integer("noticed_days"),
    /** Its end paused a published profile, which a new check publishes again. */
    hasPaused: integer("has_paused", { mode: "boolean" }).notNull().default(false),
    reason: text({ enum: checkReasons }),
    /** Attempts at this check. */
    attempts: integer().notNull(),
    /** Keyed hash of the document's holder, to notice when it is somebody else's, or was refused as a minor's elsewhere (R3). Two years at most after a refusal. */
    personHash: text("person_hash"),
    /** The member of staff who confirmed first; a second one must be another. */
    firstReviewer: text("first_reviewer").references(() => users.id, { onDelete: "set null" }),
    secondReviewer: text("second_reviewer").references(() => users.id, { onDelete: "set null" }),
    /** When the provider was asked to delete what it knows; it is asked again until an event confirms it. */
    redactionAt: integer("redaction_at"),
    ...timestamps,
  },
  (table) => [
    // Two requests at once begin one check.
    uniqueIndex("identity_checks_open_user")
      .on(table.userId)
      .where(sql`status IN ('pending', 'processing', 'needs_input') AND user_id IS NOT NULL`),
    uniqueIndex("identity_checks_open_person")
      .on(table.personId)
      .where(sql`status IN ('pending', 'processing', 'needs_input') AND person_id IS NOT NULL`),
    uniqueIndex("identity_checks_session").on(table.sessionRef).where(sql`session_ref IS NOT NULL`),
    index("identity_checks_user").on(table.userId, table.status),
    index("identity_checks_person").on(table.personId, table.status).where(sql`person_id IS NOT NULL`),
    index("identity_checks_due").on(table.nextCheckAt).where(sql`status = 'verified' AND next_check_at IS NOT NULL`),
    index("identity_checks_redaction")
      .on(table.redactionAt)
      .where(sql`redaction_at IS NOT NULL AND status <> 'redacted'`),
    index("identity_checks_minor").on(table.personHash).where(sql`reason = 'minor' AND person_hash IS NOT NULL`),
    index("identity_checks_desk").on(table.status, table.createdAt),
    index("identity_checks_waiting")
      .on(table.userId)
      .where(sql`provider = 'staff' AND status IN ('pending', 'processing')`),
    index("identity_checks_first_reviewer").on(table.firstReviewer).where(sql`first_reviewer IS NOT NULL`),
    index("identity_checks_second_reviewer").on(table.secondReviewer).where(sql`second_reviewer IS NOT NULL`),
    enumCheck(table.status),
    enumCheck(table.reason),
    enumCheck(table.dueReason),
  ],
)

/** Staff's actions on a check, with their reasons. Nothing changes or deletes a row before its check is deleted. */
export const identityActions = sqliteTable(
  "identity_acts",
  {
    id: id(),
    checkId: text("check_id")
      .notNull()
      .references(() => identityChecks.id, { onDelete: "cascade" }),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    kind: text({ enum: checkActions }).notNull(),
    reason: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("identity_acts_check").on(table.checkId, table.id),
    index("identity_acts_staff").on(table.staffId),
    enumCheck(table.kind),
  ],
)

/**
 * A row `0` accepts checks of the provider's test mode for publication; production deletes it before it publishes
 * anything (trust-safety R2).
 */
export const identityModes = sqliteTable("identity_modes", {
  livemode: integer().primaryKey(),
})
