import { sql } from "drizzle-orm"
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
import { dataRequestStates, mailKinds } from "../enums"
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
    /** The language of mails, and of pages without another indication. */
    locale: text().$type<Locale>().notNull(),
    /** Version of the avatar in R2 (`avatars/{id}/{version}.webp`), or null. */
    avatarVersion: text("avatar_version"),
    /** When staff banned this account, or null; by whom and why is visible to staff only. */
    bannedAt: integer("banned_at"),
    bannedBy: text("banned_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    banReason: text("ban_reason"),
    ...timestamps,
  },
  (table) => [
    index("users_banned_by").on(table.bannedBy).where(sql`banned_by IS NOT NULL`),
    index("users_created").on(table.createdAt),
    index("users_banned").on(table.id).where(sql`banned_at IS NOT NULL`),
  ],
)

/** Kinds of a session: `web` has a cookie in a browser, `api` a token. */
export const sessionKinds = ["web", "api"] as const

export const sessions = sqliteTable(
  "sessions",
  {
    id: id(),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: text("token_hash").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: sessionKinds }).notNull(),
    /** Id of the sign-in's first session; sessions handed over to other language domains share it and end with it. */
    familyId: text("family_id").notNull(),
    userAgent: text("user_agent").notNull(),
    country: text(),
    lastUsedAt: integer("last_used_at").notNull(),
    /** The previous token, accepted from requests already under way. */
    previousHash: text("previous_hash"),
    previousUntil: integer("previous_until"),
    /** The user's rights when the token was issued (`rightsOf`); null: unknown. */
    rights: text(),
    /**
     * When the user last authenticated with a second factor or password: sensitive operations require it to be recent.
     */
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

/** One-time tokens that carry a visitor's access and session to another language domain. */
export const handoffTokens = sqliteTable(
  "handoff_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** SHA-256 of the state in the receiving domain's cookie: a stolen link is useless in other browsers. */
    stateHash: text("state_hash").notNull(),
    /** The locale whose domain may redeem it. */
    locale: text().$type<Locale>().notNull(),
    /** Null for a visitor, whose access pass alone is carried. */
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

/**
 * Unconfirmed sign-ups. One becomes a user when the address is confirmed, so nobody can register another person's
 * address.
 */
export const signups = sqliteTable(
  "signups",
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    locale: text().$type<Locale>().notNull(),
    /** Accepted versions of the terms and of the declaration of age. */
    termsVersion: text("terms_version").notNull(),
    adultVersion: text("adult_version").notNull(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("signups_email").on(table.email), index("signups_expiry").on(table.expiresAt)],
)

const tokenPurposes = [
  "join",
  "reset",
  "email-from",
  "email-to",
  "export",
  "captcha",
  /** For the first second factor: the operator's code, and the mailed one. */
  "staff-enrol",
  "factor-code",
  /** "This wasn't me", in the mail with that code and in the one after the enrolment. */
  "factor-stop",
  "factor-undo",
] as const

/**
 * Single-use tokens that prove access to a mailbox or, for `staff-enrol`, were handed over by the operator. Stored
 * hashed; at most one per purpose and subject.
 */
export const emailTokens = sqliteTable(
  "email_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({ enum: tokenPurposes }).notNull(),
    /**
     * By purpose: `signups.id` for `join`, `users.id` for `reset`, `staff-enrol` and `factor-*`, `email_changes.id` for
     * `email-*`, `data_requests.id` for `export`, an e-mail for `captcha`.
     */
    subjectId: text("subject_id").notNull(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("email_tokens_subject").on(table.purpose, table.subjectId),
    index("email_tokens_expiry").on(table.expiresAt),
  ],
)

/** Consents of users, with version, language and time. */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: ["terms", "adult", "immediate_start"] }).notNull(),
    version: text().notNull(),
    locale: text().$type<Locale>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("consents_user").on(table.userId, table.kind)],
)

/**
 * Authenticator apps (RFC 6238), stored once a first code proved possession of the secret: until then the secret is in
 * a challenge.
 */
export const twoFactor = sqliteTable("two_factor", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** AES-GCM under `SECRETS_KEY`. */
  secret: text().notNull(),
  enrolledAt: integer("enrolled_at"),
  /** Time step of the last accepted code: no code is accepted twice. */
  lastStep: integer("last_step").notNull().default(0),
  ...timestamps,
})

/** Ten single-use codes for users who lost their authenticator app; hashed. */
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
    /** The domain it was created for: browsers offer it only there. */
    rpId: text("rp_id").notNull().default(""),
    counter: integer().notNull(),
    /** JSON, as reported by the browser. */
    transports: text().notNull(),
    name: text().notNull(),
    lastUsedAt: integer("last_used_at"),
    ...timestamps,
  },
  (table) => [index("passkeys_user").on(table.userId)],
)

/**
 * Pending challenges: sign-ins before their second step, passkey challenges, secrets of apps being enrolled, and forms
 * that wait for a re-authentication.
 */
export const challenges = sqliteTable(
  "challenges",
  {
    tokenHash: text("token_hash").primaryKey(),
    purpose: text({
      enum: ["sign-in", "passkey-sign-in", "passkey-enrol", "passkey-confirm", "totp-enrol", "held-act"],
    }).notNull(),
    /** Null if any user's passkey may respond. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** WebAuthn challenge (base64url), or, encrypted, the secret of an app being enrolled or an act that waits; null for codes. */
    challenge: text(),
    attempts: integer().notNull().default(0),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("challenges_user").on(table.userId), index("challenges_expiry").on(table.expiresAt)],
)

/** Browsers that a user has signed in with, identified by a cookie: a sign-in from a new one is mailed. */
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

/** Pending e-mail changes, which take effect when both the old and the new mailbox have confirmed. */
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

/** Kinds of mail that a user has muted; all others are sent. */
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
 * Export and erasure requests (trust-safety R26). An erasure's row outlives the account as a receipt: `userId` may
 * refer to no user, and nothing in the row identifies them.
 */
export const dataRequests = sqliteTable(
  "data_requests",
  {
    id: id(),
    userId: text("user_id").notNull(),
    kind: text({ enum: ["export", "erasure"] }).notNull(),
    state: text({ enum: dataRequestStates }).notNull(),
    /** Steps done and to do. */
    progress: integer().notNull().default(0),
    steps: integer().notNull().default(0),
    /** When it is due; for a running one, when another worker may consider it dead and restart it. */
    runAt: integer("run_at"),
    /** When the exported file expires, and then this row. */
    expiresAt: integer("expires_at"),
    doneAt: integer("done_at"),
    /** The file's key in R2. */
    fileKey: text("file_key"),
    /** The last conversation that a running request is done with; null before the first. */
    cursor: text(),
    /**
     * JSON. An export: `bytes`. A pending erasure: `republish` (its profile was public) and `reminded`; a completed
     * one: `ErasureReceipt`.
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

/**
 * Requests that were carried out in the last day, so that one whose response was lost can be sent again
 * (app/domain/core/idempotency). A row is inserted by the batch that carries the request out.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** Keyed hash of who sent the request, its address and the key that it came with. */
    key: text().primaryKey(),
    /** The member who sent it; null for a visitor's. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Keyed hash of what the request held. */
    fingerprint: text().notNull(),
    /** The sealed response; null while the request is being carried out, or if it was interrupted. */
    result: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("idempotency_keys_user").on(table.userId).where(sql`user_id IS NOT NULL`),
    index("idempotency_keys_created").on(table.createdAt),
  ],
)
