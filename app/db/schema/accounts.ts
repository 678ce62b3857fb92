import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { mailKinds } from "../enums"
import { id, timestamps } from "./columns"

export const users = sqliteTable(
  "users",
  {
    id: id(),
    /** Lower case; unique. */
    email: text().notNull().unique(),
    name: text().notNull(),
    /** `scrypt$N$r$p$salt$hash`; null: this account cannot sign in with a password. */
    passwordHash: text("password_hash"),
    emailVerifiedAt: integer("email_verified_at"),
    /** The language of mails, and of the pages where nothing else says which. */
    locale: text().$type<Locale>().notNull(),
    /** The version of the picture in R2 at `avatars/{id}/{version}.webp`; null: none. */
    avatarVersion: text("avatar_version"),
    /** Since when staff have shut this account out; null: they have not. Who did, and why, for staff alone. */
    bannedAt: integer("banned_at"),
    bannedBy: text("banned_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    banReason: text("ban_reason"),
    ...timestamps,
  },
  (table) => [index("users_banned_by").on(table.bannedBy)],
)

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
    /** The token before this one, for the requests that were on their way with it. */
    previousHash: text("previous_hash"),
    previousUntil: integer("previous_until"),
    /** The rights of its user that the token was given for (`rightsOf`); null: not known yet. */
    rights: text(),
    /** When its owner last proved who they are by a second factor or their password: sensitive acts ask for a recent one. */
    confirmedAt: integer("confirmed_at"),
    /** A second factor was given in this session. */
    isStrong: integer("is_strong", { mode: "boolean" }).notNull().default(false),
    expiresAt: integer("expires_at").notNull(),
    ...timestamps,
  },
  (table) => [
    index("sessions_user").on(table.userId, table.lastUsedAt),
    index("sessions_family").on(table.familyId),
    index("sessions_previous").on(table.previousHash),
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
    locale: text().$type<Locale>().notNull(),
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
    locale: text().$type<Locale>().notNull(),
    /** The version of the terms that was accepted, and of the statement that one is of age. */
    termsVersion: text("terms_version").notNull(),
    adultVersion: text("adult_version").notNull(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("signups_email").on(table.email), index("signups_expiry").on(table.expiresAt)],
)

/** Single-use tokens that prove the reader of a mailbox, or, for `staff-enrol`, whom the operator gave one. Hashed; at most one lives for each purpose and subject. */
export const emailTokens = sqliteTable(
  "email_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({ enum: ["join", "reset", "email-from", "email-to", "export", "staff-enrol", "captcha"] }).notNull(),
    /** A sign-up's id for `join`, a user's for `reset` and `staff-enrol`, `email_changes.id` for `email-*`, `data_requests.id` for `export`, an e-mail for `captcha`. */
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
    locale: text().$type<Locale>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consents_user").on(table.userId, table.kind)],
)

/** The app that shows six digits (RFC 6238), once a first code proved that it has the secret: until then the secret is a challenge. */
export const twoFactor = sqliteTable("two_factor", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** AES-GCM under `SECRETS_KEY`. */
  secret: text().notNull(),
  enrolledAt: integer("enrolled_at"),
  /** The time step of the last code that was taken: none counts twice. */
  lastStep: integer("last_step").notNull().default(0),
  ...timestamps,
})

/** Ten single-use codes for someone who lost their app; hashed. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: integer("used_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("recovery_codes_user").on(table.userId, table.codeHash)],
)

export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's id, base64url. */
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** COSE, base64url. */
    publicKey: text("public_key").notNull(),
    /** The domain that it was made for: browsers offer it there alone. */
    rpId: text("rp_id").notNull().default(""),
    counter: integer().notNull(),
    /** JSON, as the browser named them. */
    transports: text().notNull(),
    name: text().notNull(),
    lastUsedAt: integer("last_used_at"),
    ...timestamps,
  },
  (table) => [index("passkeys_user").on(table.userId)],
)

/** A question that the next request must answer: the half of a sign-in before its second factor, or a passkey's challenge. */
export const challenges = sqliteTable(
  "challenges",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({ enum: ["sign-in", "passkey-sign-in", "passkey-enrol", "passkey-confirm", "totp-enrol"] }).notNull(),
    /** Null while a passkey may be anybody's. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** WebAuthn's, base64url, or the sealed secret of an app that is being set up; null for codes. */
    challenge: text(),
    attempts: integer().notNull().default(0),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("challenges_user").on(table.userId), index("challenges_expiry").on(table.expiresAt)],
)

/** The browsers a user signed in with before, known by a cookie: a new one is worth a mail. */
export const devices = sqliteTable(
  "devices",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the cookie. */
    deviceHash: text("device_hash").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] }), index("devices_seen").on(table.lastSeenAt)],
)

/** A wish for another address: it counts when both mailboxes, the old and the new, said yes. */
export const emailChanges = sqliteTable(
  "email_changes",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: "cascade" }),
    newEmail: text("new_email").notNull(),
    fromConfirmedAt: integer("from_confirmed_at"),
    toConfirmedAt: integer("to_confirmed_at"),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("email_changes_expiry").on(table.expiresAt)],
)

/** The kinds of mail that a user does not want; what is not here is sent. */
export const mutedMails = sqliteTable(
  "muted_mails",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: mailKinds }).notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
)

/**
 * A wish to take one's data along, or to be forgotten (trust-safety R26). It outlives the account as a receipt, so `userId` refers to
 * nobody for certain and the row holds nothing that says who it was.
 */
export const dataRequests = sqliteTable(
  "data_requests",
  {
    id: id(),
    userId: text("user_id").notNull(),
    kind: text({ enum: ["export", "erasure"] }).notNull(),
    state: text({ enum: ["requested", "running", "done", "partly_held", "cancelled", "failed"] }).notNull(),
    /** Steps done and to do. */
    progress: integer().notNull().default(0),
    steps: integer().notNull().default(0),
    /** When it is to run; of one that runs, when somebody else may take it for dead and start it over. */
    runAt: integer("run_at"),
    /** When the exported file goes, and then this row. */
    expiresAt: integer("expires_at"),
    doneAt: integer("done_at"),
    /** Where the file lies in R2. */
    fileKey: text("file_key"),
    /**
     * JSON. An export: `bytes`. An erasure that waits: `republish` (its profile was public) and `reminded`; one that is done:
     * `ErasureReceipt`.
     */
    receipt: text(),
    ...timestamps,
  },
  (table) => [
    index("data_requests_user").on(table.userId, table.kind, table.state),
    index("data_requests_due").on(table.kind, table.state, table.runAt),
    index("data_requests_expiry").on(table.expiresAt),
  ],
)
