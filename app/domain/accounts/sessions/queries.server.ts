import { and, desc, eq, gt, inArray, lt, ne, notExists, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isUnderageSql } from "~/db/publication"
import { endOfSanction } from "~/db/sanctions"
import { challenges, devices, emailChanges, handoffTokens, sessions, signups, type users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { type JsonText, trustedJson } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import {
  type CurrentUser,
  type Group,
  hasPermission,
  type OwnProfile,
  type SessionInfo,
  type Subscription,
} from "../../core/actor/actor"
import type { StaffRole } from "../../core/actor/roles"
import { deleteExpiredTokens } from "../../mail/token-queries.server"
import { avatarPath } from "../avatar"
import {
  type ImpersonationRow,
  type ImpersonationRule,
  impersonationColumns,
  joinImpersonation,
  toImpersonation,
} from "../impersonation/session-queries.server"
import {
  groupsOf,
  rightfulProfileOf,
  rightsOf,
  subscriptionsOf,
  toRestriction,
  workshopOf,
} from "../rights-queries.server"
import { grantedRolesOf } from "../staff/grant-queries.server"

/** Query for a user's active sessions, most recently used first. */
export function selectLiveSessions(db: Database, userId: string, now: number) {
  return db
    .select({
      id: sessions.id,
      familyId: sessions.familyId,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      country: sessions.country,
      lastUsedAt: sessions.lastUsedAt,
      createdAt: sessions.createdAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastUsedAt))
    .limit(200)
}

export type LiveSession = Awaited<ReturnType<typeof selectLiveSessions>>[number]

/** Returns a statement that deletes the whole family of one of a user's sessions; no row if the session is not theirs. */
export function deleteFamilyOfSession(db: Database, userId: string, sessionId: string) {
  const family = db
    .select({ id: sessions.familyId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), inArray(sessions.familyId, family)))
    .returning({ familyId: sessions.familyId })
}

/** SQL expressions: a user's e-mail and language. */
export function addressOf(userId: string): { email: SQL; locale: SQL } {
  return {
    email: sql`(SELECT email FROM users WHERE id = ${userId})`,
    locale: sql`(SELECT locale FROM users WHERE id = ${userId})`,
  }
}

/** SQL condition: a user who is not banned has never signed in on this device, and `when` holds. */
export function isNewDevice(db: Database, userId: string, deviceHash: string, when: SQL = sql`true`): SQL {
  const known = db
    .select({ one: sql`1` })
    .from(devices)
    .where(and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash)))
  return sql`${notExists(known)} AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND banned_at IS NULL) AND ${when}`
}

export async function insertHandoff(db: Database, handoff: typeof handoffTokens.$inferInsert): Promise<void> {
  await db.insert(handoffTokens).values(handoff)
}

/** Deletes a hand-off token and returns its row, so that only the first request redeems it. */
export async function takeHandoff(
  db: Database,
  wanted: { tokenHash: string; stateHash: string; locale: Locale },
  now: number,
): Promise<{ sessionId: string | null } | null> {
  const [taken] = await db
    .delete(handoffTokens)
    .where(
      and(
        eq(handoffTokens.tokenHash, wanted.tokenHash),
        eq(handoffTokens.stateHash, wanted.stateHash),
        eq(handoffTokens.locale, wanted.locale),
        gt(handoffTokens.expiresAt, now),
      ),
    )
    .returning({ sessionId: handoffTokens.sessionId })
  return taken ?? null
}

/** Returns the unexpired session that a hand-off continues. */
export async function findSessionById(db: Database, id: string, now: number) {
  const [session] = await db
    .select({
      userId: sessions.userId,
      familyId: sessions.familyId,
      confirmedAt: sessions.confirmedAt,
      isStrong: sessions.isStrong,
      startedAt: sessions.createdAt,
    })
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now)))
    .limit(1)
  return session ?? null
}

/** Counts a member's unread notifications, by an index of these alone. Those of conversations are in their inbox. */
const unreadOf = (userId: SQL) =>
  sql<number>`(SELECT count(*) FROM notifications WHERE user_id = ${userId} AND read_at IS NULL AND conversation_id IS NULL)`

/** SQL condition: the user has an enrolled authenticator app or a passkey. */
const isEnrolledOf = (userId: SQL) =>
  sql<number>`(EXISTS (SELECT 1 FROM two_factor WHERE user_id = ${userId} AND enrolled_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = ${userId}))`

/**
 * Returns the unexpired session with this token hash and its user with all permissions, unless banned: one statement.
 * The previous token stays valid until `previous_until` but never makes a session strong: a leaked old token gains
 * nothing. While staff see the site as a member, the user is that member.
 */
export async function findSession(
  db: Database,
  tokenHash: string,
  now: number,
  rule: ImpersonationRule,
): Promise<{ session: SessionInfo; user: CurrentUser } | null> {
  const [rows] = await read(
    db,
    sql<SessionRow>`
    SELECT s.id AS session_id, s.family_id, s.kind, s.created_at AS started_at, s.last_used_at, s.expires_at, s.confirmed_at,
      s.is_strong AND s.token_hash = ${tokenHash} AS is_strong, ${isEnrolledOf(sql`u.id`)} AS is_enrolled, s.rights, u.id, u.email, u.name, u.locale,
      u.created_at AS account_created_at, u.avatar_version, ${subscriptionsOf(sql`u.id`)} AS subscriptions, ${groupsOf(sql`u.id`)} AS user_groups,
      ${grantedRolesOf(sql`u.id`, now)} AS granted,
      ${rightfulProfileOf(sql`u.id`)} AS profile,
      ${workshopOf(sql`u.id`)} AS workshop,
      ${sql.raw(isUnderageSql("u.id"))} AS is_underage,
      (SELECT max(run_at) FROM data_requests WHERE user_id = u.id AND kind = 'erasure' AND state = 'requested') AS erased_at,
      (SELECT reason FROM returned_addresses WHERE address = u.email) AS mail_returned,
      ${endOfSanction(sql`u.id`, "suspend", now)} AS suspended_until,
      ${unreadOf(sql`u.id`)} AS unread_notifications, ${impersonationColumns}
    FROM sessions AS s JOIN users AS own ON own.id = s.user_id ${joinImpersonation(tokenHash, now, rule)}
      JOIN users AS u ON u.id = coalesce(shown.id, own.id)
    WHERE (s.token_hash = ${tokenHash} OR (s.previous_hash = ${tokenHash} AND s.previous_until > ${now}))
      AND s.expires_at > ${now} AND own.banned_at IS NULL`,
  )
  const row = rows[0]
  if (!row) return null
  const profile = trustedJson(row.profile)
  const rights = row.subscriptions + row.user_groups + (profile?.id ?? "") + row.granted
  const impersonation = toImpersonation(row)
  const isImpersonated = impersonation?.isActive === true
  const groups = trustedJson(row.user_groups)
  const granted = row.granted.split(",").filter(Boolean) as StaffRole[]
  return {
    session: {
      id: row.session_id,
      familyId: row.family_id,
      kind: row.kind,
      accountCreatedAt: row.account_created_at,
      startedAt: row.started_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      rights,
      hasOldRights: !isImpersonated && row.rights !== null && row.rights !== rights,
      // The staff member's second factor proves nothing of the member.
      confirmedAt: isImpersonated ? null : row.confirmed_at,
      isStrong: !isImpersonated && row.is_strong === 1,
      isEnrolled: row.is_enrolled === 1,
      isHeldBack: false,
      restriction: toRestriction(row),
      erasureDueAt: row.erased_at,
      mailReturned: row.mail_returned,
      impersonation,
    },
    user: {
      id: row.id,
      email: row.email,
      name: row.name,
      locale: row.locale,
      avatar: row.avatar_version ? avatarPath(row.id, row.avatar_version) : null,
      subscriptions: trustedJson(row.subscriptions),
      groups,
      roles: hasPermission({ groups }) ? ["owner", ...granted] : granted,
      profile,
      workshop: trustedJson(row.workshop),
      unread_notifications_count: row.unread_notifications,
    },
  }
}

interface SessionRow
  extends ImpersonationRow,
    RowOf<typeof sessions, "family_id" | "kind" | "last_used_at" | "expires_at" | "confirmed_at" | "rights">,
    RowOf<typeof users, "id" | "email" | "name" | "locale" | "avatar_version"> {
  session_id: string
  account_created_at: number
  started_at: number
  is_strong: number
  is_enrolled: number
  erased_at: number | null
  mail_returned: SessionInfo["mailReturned"]
  suspended_until: number | null
  subscriptions: JsonText<Subscription[]>
  user_groups: JsonText<Group[]>
  granted: string
  profile: JsonText<OwnProfile> | null
  workshop: JsonText<OwnProfile> | null
  is_underage: number
  unread_notifications: number
}

/** Returns when the last session of a sign-in ends (epoch ms), or null if there is none. */
export async function findSessionEnd(
  db: Database,
  { userId, familyId, idleLimit }: { userId: string; familyId: string; idleLimit: number | null },
): Promise<number | null> {
  const end = idleLimit === null ? sql`expires_at` : sql`min(expires_at, last_used_at + ${idleLimit})`
  const [[row]] = await read(
    db,
    sql<{ ends_at: number | null }>`
      SELECT max(${end}) AS ends_at FROM sessions WHERE family_id = ${familyId} AND user_id = ${userId}`,
  )
  return row?.ends_at ?? null
}

/**
 * Returns a statement that inserts a session with the user's current rights if `when` holds; none for banned users.
 * `startedAt` is the time of sign-in.
 */
export function insertSession(db: Database, session: NewSession, when: SQL = sql`true`) {
  const {
    id,
    tokenHash,
    userId,
    kind,
    familyId,
    userAgent,
    country,
    confirmedAt,
    isStrong,
    expiresAt,
    startedAt,
    now,
  } = session
  return insertSelect(
    db,
    sessions,
    {
      id,
      tokenHash,
      userId: sql`u.id`,
      kind,
      familyId,
      userAgent,
      country,
      rights: rightsOf(sql`u.id`, now),
      confirmedAt,
      isStrong,
      expiresAt,
      lastUsedAt: now,
      createdAt: startedAt,
      updatedAt: now,
    },
    sql`FROM users AS u WHERE u.id = ${userId} AND u.banned_at IS NULL AND ${when}`,
  )
}

interface SessionUse {
  id: string
  /** Null: those of the session's owner are not known here. */
  rights: string | null
  now: number
  expiresAt: number
}

/** Records a session's use, and the device it was used on. */
export async function extendSession(
  db: Database,
  { id, rights, now, expiresAt }: SessionUse,
  device: { userId: string; deviceHash: string } | null,
): Promise<void> {
  const extend = db
    .update(sessions)
    .set({ lastUsedAt: now, updatedAt: now, expiresAt, rights: sql`coalesce(${sessions.rights}, ${rights})` })
    .where(eq(sessions.id, id))
  if (!device) await extend
  else await db.batch([extend, seeDevice(db, device, now)])
}

/**
 * Rotates a session's token; the old one stays valid until `previousUntil`. Returns false if the token was rotated in
 * the meantime.
 */
export async function replaceToken(
  db: Database,
  { id, rights, now, expiresAt }: SessionUse,
  token: { from: string; to: string; previousUntil: number },
): Promise<boolean> {
  const { from: previousHash, to: tokenHash, previousUntil } = token
  const { meta } = await db
    .update(sessions)
    .set({ tokenHash, previousHash, previousUntil, rights, lastUsedAt: now, updatedAt: now, expiresAt })
    .where(and(eq(sessions.id, id), eq(sessions.tokenHash, previousHash)))
  return meta.changes > 0
}

/** Returns a statement that records a known device if `when` holds; none for banned users, who cannot sign in. */
export function insertDevice(
  db: Database,
  { userId, deviceHash }: { userId: string; deviceHash: string },
  now: number,
  when: SQL = sql`true`,
) {
  const source = sql`FROM users WHERE id = ${userId} AND banned_at IS NULL AND ${when}`
  const row = { userId: sql`id`, deviceHash, lastSeenAt: now, createdAt: now }
  return insertSelect(db, devices, row, source).onConflictDoUpdate({
    target: [devices.userId, devices.deviceHash],
    set: { lastSeenAt: now },
  })
}

function seeDevice(db: Database, { userId, deviceHash }: { userId: string; deviceHash: string }, now: number) {
  return db
    .update(devices)
    .set({ lastSeenAt: now })
    .where(and(eq(devices.userId, userId), eq(devices.deviceHash, deviceHash)))
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** Deletes the sessions of a sign-in on every domain. */
export async function deleteSessionFamily(db: Database, userId: string, familyId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.familyId, familyId), eq(sessions.userId, userId)))
}

export function deleteExpired(db: Database, now: number, devicesUnseenSince: number) {
  return db.batch([
    deleteAtMost(db, sessions, lt(sessions.expiresAt, now)),
    deleteAtMost(db, handoffTokens, lt(handoffTokens.expiresAt, now)),
    deleteAtMost(db, signups, lt(signups.expiresAt, now)),
    deleteExpiredTokens(db, now),
    deleteAtMost(db, emailChanges, lt(emailChanges.expiresAt, now)),
    deleteAtMost(db, devices, lt(devices.lastSeenAt, devicesUnseenSince)),
    deleteAtMost(db, challenges, lt(challenges.expiresAt, now)),
  ])
}

/** Returns a statement that ends all of a user's sessions. */
export function deleteSessionsOf(db: Database, userId: string | SQL) {
  return db.delete(sessions).where(eq(sessions.userId, userId))
}

/** Returns a statement that ends a user's sessions of every family but this one, if `when` holds. */
export function deleteOtherSessions(db: Database, userId: string, familyId: string, when?: SQL) {
  return db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.familyId, familyId), when))
}

/** Returns a statement that deletes a user's challenges, such as sign-ins that await their second step. */
export function deleteChallengesOf(db: Database, userId: string | SQL) {
  return db.delete(challenges).where(eq(challenges.userId, userId))
}

export type NewSession = Pick<
  typeof sessions.$inferSelect,
  | ("id" | "tokenHash" | "userId" | "kind" | "familyId" | "userAgent" | "country")
  | ("confirmedAt" | "isStrong" | "expiresAt")
> & { startedAt: number; now: number }
