import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { skeletonOf, skeletonSql } from "~/db/name-skeleton"
import { chatSettings, contactRules, conversationMembers, conversations } from "~/db/schema"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { joinProfileOf, memberSince } from "../accounts/owner-queries.server"
import type { RoomIndex } from "../core/ports/chat"
import type { KeysetPlace } from "../core/shared/keyset-cursor"
import { isBlockedPair } from "./block-queries.server"
import type { PrivateAudience } from "./limits"
import { pairOf } from "./policy"
import type { ChatSettings, ConversationState, LastMessage, NewContactRules, ReplySpeed } from "./schema"

/** A row of a member's conversations. */
export interface ConversationRow
  extends RowOf<typeof conversations, "id" | "state" | "last_seq" | "is_blocked" | "created_at">,
    RowOf<typeof conversationMembers, "role" | "read_seq" | "skipped" | "muted_at" | "draft" | "active_at"> {
  last: JsonText<LastMessage> | null
  blocks_other: number
  other_id: string | null
  other_name: string | null
  other_avatar: string | null
  other_read_seq: number | null
  other_shares: number | null
  profile_name: string | null
  profile_slug: string | null
  profile_cover: string | null
  profile_state: string | null
  away_note: string | null
  away_last_day: string | null
  away_ends_at: number | null
  /** Whom the reader shows their private media; null by default. */
  private_for: PrivateAudience | null
}

/** Selects a member's conversations. They have at most one with each other member. */
function rowsOf(userId: string, condition: SQL, limit: number) {
  return sql<ConversationRow>`
    SELECT c.id, c.state, m.role, m.last, c.last_seq, m.read_seq, m.skipped, c.is_blocked, m.muted_at, m.draft, c.created_at, m.active_at,
      EXISTS (SELECT 1 FROM blocks WHERE user_id = m.user_id AND blocked_id = o.user_id) AS blocks_other,
      u.id AS other_id, u.name AS other_name, u.avatar_version AS other_avatar, o.read_seq AS other_read_seq,
      coalesce((SELECT read_receipts FROM chat_settings WHERE user_id = o.user_id), 1) AS other_shares,
      p.name AS profile_name, p.slug AS profile_slug, p.cover_media_id AS profile_cover, p.state AS profile_state,
      away.note AS away_note, away.last_day AS away_last_day, away.ends_at AS away_ends_at,
      (SELECT private_for FROM contact_rules WHERE user_id = m.user_id) AS private_for
    FROM conversation_members AS m
    JOIN conversations AS c ON c.id = m.conversation_id
    LEFT JOIN conversation_members AS o ON o.conversation_id = c.id AND o.user_id <> m.user_id
    LEFT JOIN users AS u ON u.id = o.user_id AND u.banned_at IS NULL
    ${joinProfileOf(sql`u.id`, sql`m.role = 'asker'`)}
    LEFT JOIN away_notes AS away ON away.user_id = p.owner_id
    WHERE m.user_id = ${userId} AND ${condition}
    ORDER BY m.active_at DESC, m.conversation_id DESC LIMIT ${limit}`
}

/** Selects a member's non-empty conversations, last active first. */
export function selectConversations(userId: string, page: { limit: number; q?: string; before?: KeysetPlace }) {
  const { before, q } = page
  const older = before ? sql`AND (m.active_at, m.conversation_id) < (${before.at}, ${before.id})` : sql``
  const name = "CASE WHEN m.role = 'asker' THEN p.name ELSE u.name END"
  const isOpen = sql`(c.is_blocked = 0 OR blocks_other)`
  // SQLite folds case and accents of ASCII only: other scripts match only as written.
  const isNamed = q
    ? sql`(instr(${sql.raw(name)}, ${q}) > 0 OR instr(${sql.raw(skeletonSql(name))}, nullif(${skeletonOf(q)}, '')) > 0)`
    : sql``
  const matching = q ? sql`AND ${isOpen} AND ${isNamed}` : sql``
  return rowsOf(userId, sql`m.last IS NOT NULL AND c.last_seq > m.hidden_seq ${older} ${matching}`, page.limit)
}

/** Selects one of a member's conversations. */
export function selectConversation(userId: string, id: string) {
  return rowsOf(userId, sql`m.conversation_id = ${id}`, 1)
}

/** Selects the conversations of a page of a member's notifications, or of one notification. */
export function selectNotified(userId: string, which: { before: string | null } | { id: string }, limit: number) {
  const one = "id" in which ? sql`AND id = ${which.id}` : sql``
  const older = "before" in which && which.before !== null ? sql`AND id < ${which.before}` : sql``
  return rowsOf(
    userId,
    sql`m.conversation_id IN (SELECT conversation_id FROM notifications
      WHERE user_id = ${userId} ${one} ${older} ORDER BY id DESC LIMIT ${limit})`,
    limit,
  )
}

/** Selects the conversation of a pair. */
export function selectByPair(pair: string) {
  return sql<{ id: string; last_seq: number; is_blocked: number }>`
    SELECT id, last_seq, is_blocked FROM conversations WHERE pair = ${pair}`
}

/** The owner of a published profile, and the facts that decide whether this user may write to them. */
export interface OwnerRow {
  owner_id: string
  profile_id: string
  name: string
  is_favorite: number
  is_blocked: number
  verified_only: number | null
  premium_only: number | null
  languages: string | null
  daily_budget: number | null
  reply_speed: ReplySpeed | null
  away_note: string | null
  away_last_day: string | null
  away_ends_at: number | null
  writer_verified: number
  /** When the writer's account was created, epoch ms. */
  writer_since: number
}

export function selectOwner(slug: string, userId: string) {
  return sql<OwnerRow>`
    SELECT p.owner_id, p.id AS profile_id, p.name, ${isBlockedPair(userId, sql`p.owner_id`)} AS is_blocked,
      EXISTS (SELECT 1 FROM favorites WHERE user_id = ${userId} AND profile_id = p.id) AS is_favorite,
      r.verified_only, r.premium_only, r.languages, r.daily_budget, s.speed AS reply_speed,
      away.note AS away_note, away.last_day AS away_last_day, away.ends_at AS away_ends_at,
      EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${userId} AND verified_at IS NOT NULL) AS writer_verified,
      ${memberSince(sql`${userId}`)} AS writer_since
    FROM profiles AS p LEFT JOIN contact_rules AS r ON r.user_id = p.owner_id
    LEFT JOIN profile_reply_speeds AS s ON s.profile_id = p.id
    LEFT JOIN away_notes AS away ON away.user_id = p.owner_id
    WHERE p.slug = ${slug} AND p.state = 'published'`
}

/** Inserts a pair's conversation unless it exists; returns the id of the existing one. */
export async function insertConversation(
  db: Database,
  { id, asker, owner }: { id: string; asker: string; owner: string },
  now: number,
): Promise<string> {
  const pair = pairOf(asker, owner)
  const client = db.$client
  const member = (userId: string, role: string) =>
    client
      .prepare(
        `INSERT OR IGNORE INTO conversation_members (user_id, conversation_id, role, read_seq)
         SELECT ?, id, ?, 0 FROM conversations WHERE id = ?`,
      )
      .bind(userId, role, id)
  const [, , , found] = await client.batch<{ id: string }>([
    client
      .prepare(
        `INSERT INTO conversations (id, last_seq, pair, state, created_at, updated_at) VALUES (?, 0, ?, 'request', ?, ?)
         ON CONFLICT (pair) DO NOTHING`,
      )
      .bind(id, pair, now, now),
    member(asker, "asker"),
    member(owner, "owner"),
    client.prepare("SELECT id FROM conversations WHERE pair = ?").bind(pair),
  ])
  return found?.results[0]?.id ?? id
}

/** Deletes a conversation in which nothing was ever written. */
export async function deleteEmpty(db: Database, id: string): Promise<void> {
  await db.delete(conversations).where(and(eq(conversations.id, id), eq(conversations.version, 0)))
}

/** `?8`: when the owner wrote their newest message; the first such time is their reply to the request. */
const writeRoom = `UPDATE conversations SET state = ?3, is_blocked = ?4, last_seq = ?5, version = ?2, updated_at = ?6, pair = iif(?7, pair, NULL),
    replied_at = coalesce(replied_at, ?8)
  WHERE id = ?1 AND version <= ?2`
/** Runs before `writeRoom`: clears a member's draft if they have written since the last index update. */
const writeMember = `UPDATE conversation_members SET role = ?4, read_seq = ?5, skipped = ?6, hidden_seq = ?7, last = ?8, active_at = ?9,
    draft = iif(?10 > (SELECT last_seq FROM conversations WHERE id = ?1), '', draft)
  WHERE user_id = ?3 AND conversation_id = ?1 AND EXISTS (SELECT 1 FROM conversations WHERE id = ?1 AND version <= ?2)`

/** A member's state of a conversation, for their notifications. */
export interface MemberConversation {
  userId: string
  conversationId: string
  role: "asker" | "owner"
  state: ConversationState
  hasUnread: boolean
  lastSeq: number
  /** When the last message was sent, epoch ms. */
  activeAt: number
}

/**
 * Returns the statements that update a member's notifications of a conversation; each returns the ids of those that
 * became unread.
 */
type ToNotifications = (
  db: Database,
  conversation: MemberConversation,
  version: number,
  now: number,
) => D1PreparedStatement[]

/**
 * Writes a room's state to the index, unless the index has a newer version. Returns the notifications that became
 * unread. An index without the conversation, which is that of a restored database, gets it again.
 */
export async function writeIndex(
  db: Database,
  index: RoomIndex,
  now: number,
  toNotifications: ToNotifications,
): Promise<{ notificationIds: string[] }> {
  const { isWritten, notificationIds } = await updateIndex(db, index, now, toNotifications)
  if (isWritten || !(await insertMissing(db, index, now))) return { notificationIds }
  return updateIndex(db, index, now, toNotifications)
}

/** The statements' texts are built once: this runs for every message. */
async function updateIndex(
  db: Database,
  index: RoomIndex,
  now: number,
  toNotifications: ToNotifications,
): Promise<{ isWritten: boolean; notificationIds: string[] }> {
  const { id, version, state, isBlocked, lastSeq, activeAt } = index
  const bind = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(id, version, ...values)
  // Current members only: an erased one has left the room.
  const members = index.members.map(({ userId, role, readSeq, skipped, hiddenSeq, last, wroteSeq }) =>
    bind(writeMember, userId, role, readSeq, skipped, hiddenSeq, last && JSON.stringify(last), activeAt, wroteSeq),
  )
  const notifications = index.members.flatMap(({ userId, role, readSeq, skipped }) => {
    const hasUnread = !isBlocked && lastSeq - readSeq - skipped > 0
    const about = { userId, conversationId: id, role, state, hasUnread, lastSeq, activeAt }
    return toNotifications(db, about, version, now)
  })
  const isPair = index.members.length === 2
  const hasReply = index.members.some(({ role, wroteSeq }) => role === "owner" && wroteSeq > 0)
  const results = await db.$client.batch<{ id: string }>([
    ...members,
    bind(writeRoom, state, isBlocked ? 1 : 0, lastSeq, now, isPair ? 1 : 0, hasReply ? activeAt : null),
    ...notifications,
  ])
  return {
    isWritten: (results[members.length]?.meta.changes ?? 0) > 0,
    notificationIds: results.slice(members.length + 1).flatMap(({ results: rows }) => rows.map((row) => row.id)),
  }
}

/**
 * Inserts a conversation that the index lacks, for those of its members who have accounts. Another one of the same pair,
 * begun meanwhile, keeps the pair. Returns whether the conversation was missing.
 */
async function insertMissing(db: Database, index: RoomIndex, now: number): Promise<boolean> {
  const { id, activeAt, members } = index
  const pair = members.length === 2 ? pairOf(...(members.map(({ userId }) => userId) as [string, string])) : null
  const client = db.$client
  const [inserted] = await client.batch([
    client
      .prepare(
        `INSERT INTO conversations (id, last_seq, pair, state, created_at, updated_at)
         SELECT ?1, 0, iif(EXISTS (SELECT 1 FROM conversations WHERE pair = ?2), NULL, ?2), 'request', ?3, ?4
         WHERE EXISTS (SELECT 1 FROM users WHERE id IN (SELECT value FROM json_each(?5)))
         ON CONFLICT (id) DO NOTHING`,
      )
      .bind(id, pair, activeAt, now, JSON.stringify(members.map(({ userId }) => userId))),
    ...members.map(({ userId, role }) =>
      client
        .prepare(
          `INSERT OR IGNORE INTO conversation_members (user_id, conversation_id, role, read_seq)
           SELECT id, ?2, ?3, 0 FROM users WHERE id = ?1 AND EXISTS (SELECT 1 FROM conversations WHERE id = ?2)`,
        )
        .bind(userId, id, role),
    ),
  ])
  return (inserted?.meta.changes ?? 0) > 0
}

/** Updates a member's own fields of a conversation. Returns whether the conversation is theirs. */
export async function updateMember(
  db: Database,
  userId: string,
  conversationId: string,
  change: Partial<Pick<typeof conversationMembers.$inferInsert, "draft" | "mutedAt">>,
): Promise<boolean> {
  const { meta } = await db
    .update(conversationMembers)
    .set(change)
    .where(and(eq(conversationMembers.userId, userId), eq(conversationMembers.conversationId, conversationId)))
  return meta.changes > 0
}

/** Returns the other member of a user's conversation, unless blocked or banned. `condition` is added to the WHERE. */
async function findOther(
  db: Database,
  userId: string,
  conversationId: string,
  condition = sql``,
): Promise<string | null> {
  const [rows] = await read(
    db,
    sql<{ user_id: string }>`
      SELECT o.user_id FROM conversation_members AS m
      JOIN conversations AS c ON c.id = m.conversation_id
      JOIN conversation_members AS o ON o.conversation_id = c.id AND o.user_id <> m.user_id
      JOIN users AS u ON u.id = o.user_id AND u.banned_at IS NULL
      WHERE m.user_id = ${userId} AND m.conversation_id = ${conversationId} AND c.is_blocked = 0 ${condition}`,
  )
  return rows[0]?.user_id ?? null
}

/** Returns the other member of a conversation if the two may communicate; null if it is not this user's. */
export async function findPeer(db: Database, userId: string, conversationId: string): Promise<string | null> {
  return findOther(db, userId, conversationId)
}

/** Returns the member to notify that a user is typing, or null. */
export async function findListener(db: Database, userId: string, conversationId: string): Promise<string | null> {
  const isListening = sql`AND c.state = 'accepted' AND o.muted_at IS NULL AND c.last_seq > o.hidden_seq`
  return findOther(db, userId, conversationId, isListening)
}

/** Returns the facts that decide whether a user may send a message to a conversation. */
export async function findSender(db: Database, userId: string, conversationId: string) {
  const [rows] = await read(
    db,
    sql<{ created_at: number; is_other_banned: number }>`
      SELECT created_at, EXISTS (
        SELECT 1 FROM conversation_members AS m
        JOIN conversation_members AS o ON o.conversation_id = m.conversation_id AND o.user_id <> m.user_id
        JOIN users AS u ON u.id = o.user_id AND u.banned_at IS NOT NULL
        WHERE m.user_id = users.id AND m.conversation_id = ${conversationId}) AS is_other_banned
      FROM users WHERE id = ${userId}`,
  )
  return rows[0] ?? null
}

/** Returns all of a user's conversations with the other members' ids. */
export async function findAllOf(db: Database, userId: string) {
  const [rows] = await read(
    db,
    sql<{ id: string; other_id: string | null }>`SELECT m.conversation_id AS id,
        (SELECT user_id FROM conversation_members WHERE conversation_id = m.conversation_id AND user_id <> m.user_id) AS other_id
      FROM conversation_members AS m WHERE m.user_id = ${userId} ORDER BY m.conversation_id`,
  )
  return rows
}

/** Query for an owner's contact rules. */
export function selectContactRules(db: Database, userId: string) {
  return db.select().from(contactRules).where(eq(contactRules.userId, userId)).limit(1)
}

/** Returns the rules as they are stored: without `private_for` its value stays. */
export async function upsertContactRules(
  db: Database,
  userId: string,
  rules: NewContactRules,
  now: number,
): Promise<typeof contactRules.$inferSelect | undefined> {
  const row = {
    verifiedOnly: rules.verified_only,
    premiumOnly: rules.premium_only,
    languages: rules.languages.join(","),
    dailyBudget: rules.daily_budget,
    privateFor: rules.private_for,
    updatedAt: now,
  }
  const [stored] = await db
    .insert(contactRules)
    .values({ userId, ...row, createdAt: now })
    .onConflictDoUpdate({ target: contactRules.userId, set: row })
    .returning()
  return stored
}

/** Query for a member's chat settings. */
export function selectChatSettings(db: Database, userId: string) {
  return db.select().from(chatSettings).where(eq(chatSettings.userId, userId)).limit(1)
}

export async function findChatSettings(db: Database, userId: string): Promise<ChatSettings> {
  const [row] = await selectChatSettings(db, userId)
  return toChatSettings(row)
}

export function toChatSettings(row: typeof chatSettings.$inferSelect | undefined): ChatSettings {
  return { typing: row?.typing ?? true, read_receipts: row?.readReceipts ?? true }
}

export async function upsertChatSettings(
  db: Database,
  userId: string,
  { typing, read_receipts: readReceipts }: ChatSettings,
  now: number,
): Promise<void> {
  const row = { typing, readReceipts, updatedAt: now }
  await db
    .insert(chatSettings)
    .values({ userId, ...row, createdAt: now })
    .onConflictDoUpdate({ target: chatSettings.userId, set: row })
}
