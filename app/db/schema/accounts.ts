import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
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

/** Someone who asked to join. They become a user when they prove that the address is theirs, so nobody can take another's. */
export const signups = sqliteTable(
  "signups",
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    locale: text().notNull(),
    /** The version of the terms that was accepted, and of the statement that one is of age. */
    termsVersion: text("terms_version").notNull(),
    adultVersion: text("adult_version").notNull(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("signups_email").on(table.email), index("signups_expiry").on(table.expiresAt)],
)

/** Single-use tokens that prove the reader of a mailbox. Hashed; at most one lives for each purpose and subject. */
export const emailTokens = sqliteTable(
  "email_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({ enum: ["join", "reset"] }).notNull(),
    /** A sign-up's id for `join`, a user's for `reset`. */
    subjectId: text("subject_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("email_tokens_subject").on(table.purpose, table.subjectId),
    index("email_tokens_expiry").on(table.expiresAt),
  ],
)

/** What a user agreed to, in which version and language, and when. */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["terms", "adult"] }).notNull(),
    version: text().notNull(),
    locale: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consents_user").on(table.userId, table.kind)],
)
