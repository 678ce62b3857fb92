import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { id, timestamps } from "./columns"

export const users = sqliteTable("users", {
  id: id(),
  /** Lower case; unique. */
  email: text().notNull().unique(),
  name: text().notNull(),
  /** `scrypt$N$r$p$salt$hash`; null: this account cannot sign in with a password. */
  passwordHash: text("password_hash"),
  emailVerifiedAt: integer("email_verified_at"),
  locale: text().notNull(),
  ...timestamps,
})

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    /** SHA-256 of the token, hex. The token itself is never kept. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["web", "api"] }).notNull(),
    /** The first session of a sign-in; those handed on to another language domain share it and end with it. */
    familyId: text("family_id").notNull(),
    userAgent: text("user_agent").notNull(),
    country: text(),
    lastUsedAt: integer("last_used_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    ...timestamps,
  },
  (table) => [
    index("sessions_user").on(table.userId, table.lastUsedAt),
    index("sessions_family").on(table.familyId),
    index("sessions_expiry").on(table.expiresAt),
  ],
)

/** One-time passes that carry a visitor's access and session from one language domain to another. */
export const handoffTokens = sqliteTable(
  "handoff_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** SHA-256 of the state that the receiving domain keeps in a cookie: a stolen link is worth nothing elsewhere. */
    stateHash: text("state_hash").notNull(),
    /** The locale whose domain may redeem it. */
    locale: text().notNull(),
    /** Null when the visitor is not signed in and only the access pass travels. */
    sessionId: text("session_id").references(() => sessions.id, { onDelete: "cascade" }),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("handoff_tokens_expiry").on(table.expiresAt), index("handoff_tokens_session").on(table.sessionId)],
)

export const groups = sqliteTable("groups", {
  id: id(),
  name: text().notNull().unique(),
  /** Root means admin (product-spec 3). */
  root: integer({ mode: "boolean" }).notNull(),
})

export const userGroups = sqliteTable(
  "user_groups",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    groupId: text("group_id")
      .notNull()
      .references(() => groups.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.groupId] }), index("user_groups_group").on(table.groupId)],
)
