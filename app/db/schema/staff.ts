import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { grantableRoles } from "../enums"
import { users } from "./accounts"
import { enumCheck, id } from "./columns"
import { reports } from "./moderation/reports"

/** Roles granted to staff: a grant is ended, never changed. */
export const staffGrants = sqliteTable(
  "staff_grants",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: grantableRoles }).notNull(),
    /** Null: granted by the operator's command. */
    grantedBy: text("granted_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
    /** Null: until it is revoked. */
    expiresAt: integer("expires_at"),
    revokedAt: integer("revoked_at"),
    revokedBy: text("revoked_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [
    index("staff_grants_user").on(table.userId, table.revokedAt),
    index("staff_grants_granted_by").on(table.grantedBy),
    index("staff_grants_revoked_by").on(table.revokedBy),
    enumCheck(table.role),
  ],
)

/**
 * Resets of a staff member's lost second factor that await a second person (trust-safety R23). The row ends with the
 * reset or its withdrawal; an expired one is replaced by the next, or swept.
 */
export const factorResets = sqliteTable(
  "factor_resets",
  {
    userId: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("factor_resets_by").on(table.proposedBy)],
)

/**
 * Staff's actions, and their reads of sensitive records (trust-safety R25). Append-only; ids, never personal data: no
 * foreign keys, so that it outlives what it names.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    /** A user id; null: the system, or the operator's command. */
    actorId: text("actor_id"),
    /** A noun and a verb: `profile.approve`. */
    action: text().notNull(),
    targetKind: text("target_kind").notNull(),
    targetId: text("target_id").notNull(),
    /** The person's words, where one was asked for. */
    reason: text(),
    /** JSON: names of fields, ids, states. */
    details: text().notNull().default("{}"),
  },
  (table) => [
    index("audit_log_actor").on(table.actorId, table.seq),
    index("audit_log_target").on(table.targetId, table.targetKind, table.seq),
    index("audit_log_action").on(table.action, table.seq),
    index("audit_log_time").on(table.at),
  ],
)

/**
 * Whose records an entry of the audit log is a read of, as the member reads it (app/db/audit/personal-reads.ts). Small, since it stays in this
 * database for as long as the log; without foreign keys, as the log.
 */
export const personalReads = sqliteTable(
  "personal_reads",
  {
    id: integer().primaryKey(),
    userId: text("user_id").notNull(),
    /** The entry's. */
    seq: integer().notNull(),
    readAt: integer("read_at").notNull(),
    action: text().notNull(),
    /** The reader's role; null: not recorded, before there was this table. */
    role: text(),
    /** The report that holds it back until it was acted on. */
    reportId: text("report_id"),
  },
  (table) => [uniqueIndex("personal_reads_user").on(table.userId, table.seq)],
)

/** Hash chain over audit_log: each seal covers one row and the seal before it. Append-only. */
export const auditSeals = sqliteTable("audit_seals", {
  /** The row's. */
  seq: integer().primaryKey(),
  /** The hash of the seal before; empty for the first row. */
  prevHash: text("prev_hash").notNull(),
  /** SHA-256, hex: app/domain/core/audit/chain.ts. */
  hash: text().notNull(),
})

/** Files of entries that are no longer in audit_log (app/domain/core/audit/archive). Append-only for six years. */
export const auditTiles = sqliteTable("audit_tiles", {
  firstSeq: integer("first_seq").primaryKey(),
  lastSeq: integer("last_seq").notNull(),
  firstAt: integer("first_at").notNull(),
  lastAt: integer("last_at").notNull(),
  /** The seals of the row before the first one, and of the last one. */
  prevHash: text("prev_hash").notNull(),
  lastHash: text("last_hash").notNull(),
  /** SHA-256, hex, of the file's text. */
  sha256: text().notNull(),
})

/** `limit`: the member opens no conversation. */
export const sanctionKinds = ["warn", "limit", "suspend", "close"] as const
export const sanctionStates = ["pending", "active", "lifted", "expired"] as const

/** Sanctions of staff against a member (trust-safety R17). Bans stand in `users`. */
export const sanctions = sqliteTable(
  "sanctions",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: sanctionKinds }).notNull(),
    /** `pending`: a closure that awaits a second person. */
    state: text({ enum: sanctionStates }).notNull(),
    /** Sent to the member, in the words of staff. */
    reason: text().notNull(),
    /** The rule that a closure cites, as who proposed it chose: its decision is written when a second person confirms. */
    policy: text(),
    /** The report of the case in which it was given. Its reporter is never named. */
    reportId: text("report_id").references(() => reports.id, { onDelete: "set null" }),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    secondStaffId: text("second_staff_id").references(() => users.id, { onDelete: "set null" }),
    /** Null: it does not end by itself. */
    expiresAt: integer("expires_at"),
    createdAt: integer("created_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("sanctions_user").on(table.userId, table.id),
    uniqueIndex("sanctions_open")
      .on(table.userId, table.kind)
      .where(sql`kind <> 'warn' AND state IN ('pending', 'active')`),
    index("sanctions_suspended").on(table.userId).where(sql`kind = 'suspend' AND state = 'active'`),
    index("sanctions_report").on(table.reportId),
    index("sanctions_due").on(table.state, table.expiresAt),
    index("sanctions_staff").on(table.staffId),
    index("sanctions_second_staff").on(table.secondStaffId),
    enumCheck(table.kind),
    enumCheck(table.state),
  ],
)

/**
 * When staff saw the site as a member sees it: a state of their own sign-in, read only, until it expires or ends. A row
 * without an end is open, whether or not it still takes effect (app/domain/accounts/impersonation).
 */
export const impersonations = sqliteTable(
  "impersonations",
  {
    id: id(),
    memberId: text("member_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    /** `sessions.family_id` of the staff's sign-in: on every language domain. */
    familyId: text("family_id").notNull(),
    /** In the words of staff; the member does not read it. */
    reason: text().notNull(),
    startedAt: integer("started_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("impersonations_member").on(table.memberId, table.startedAt),
    index("impersonations_staff").on(table.staffId),
    index("impersonations_start").on(table.startedAt),
    uniqueIndex("impersonations_open").on(table.staffId).where(sql`ended_at IS NULL`),
    uniqueIndex("impersonations_open_family").on(table.familyId).where(sql`ended_at IS NULL`),
  ],
)

/** Former versions of records that staff edit in the back office. */
export const resourceRevisions = sqliteTable(
  "resource_revisions",
  {
    id: id(),
    /** The resource's name: `faqs`. */
    resource: text().notNull(),
    recordId: text("record_id").notNull(),
    /** JSON: the values of the record's form after the change. */
    content: text().notNull(),
    /** Of a deletion, JSON: what the form does not have (`createdAt`, `position`). Null: a change. */
    deletion: text(),
    staffId: text("staff_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("resource_revisions_record").on(table.resource, table.recordId, table.id),
    index("resource_revisions_deletions").on(table.resource, table.id).where(sql`deletion IS NOT NULL`),
    index("resource_revisions_staff").on(table.staffId),
  ],
)

export const exportStates = ["queued", "running", "done", "failed"] as const

/** CSV files of lists that staff asked for. */
export const resourceExports = sqliteTable(
  "resource_exports",
  {
    id: id(),
    resource: text().notNull(),
    /** The list's filters, as a query string. */
    query: text().notNull(),
    staffId: text("staff_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: text({ enum: exportStates }).notNull(),
    /** Rows written so far. */
    rows: integer().notNull().default(0),
    /** The keyset cursor of the next rows; null at the beginning. */
    cursor: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("resource_exports_staff").on(table.staffId, table.id),
    index("resource_exports_state").on(table.state, table.updatedAt),
    enumCheck(table.state),
  ],
)
