import { and, eq, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { endOfSanction } from "~/db/sanctions"
import { chatSettings, contactRules, conversations } from "~/db/schema"
import { memberSince } from "../accounts/owner-queries.server"
import type { RoomIndex } from "../core/ports/chat"
import { isShownTo } from "./hiding/queries.server"
import type { Reader } from "./hiding/reader.server"
import { pairOf } from "./policy"
import type { ChatSettings, NewContactRules, ReplySpeed } from "./schema"

/** Selects the conversation of a pair. */
export function selectByPair(pair: string) {
  return sql<{ id: string; is_begun: number; is_blocked: number }>`
    SELECT id, version > 0 AS is_begun, is_blocked FROM conversations WHERE pair = ${pair}`
}

/** The owner of a published profile that is not hidden from this user, and the facts that decide whether this user may write to them. */
export interface OwnerRow {
  owner_id: string
  profile_id: string
  name: string
  is_favorite: number
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

/** Selects until when a member may open no conversation, epoch ms; null: they may (trust-safety R17). */
export function selectLimit(userId: string, now: number) {
  return sql<{ until: number | null }>`SELECT ${endOfSanction(sql`${userId}`, "limit", now)} AS until`
}

export function selectOwner(slug: string, reader: Reader & { userId: string }) {
  const { userId } = reader
  return sql<OwnerRow>`
    SELECT p.owner_id, p.id AS profile_id, p.name,
      EXISTS (SELECT 1 FROM favorites WHERE user_id = ${userId} AND profile_id = p.id) AS is_favorite,
      r.verified_only, r.premium_only, r.languages, r.daily_budget, s.speed AS reply_speed,
      away.note AS away_note, away.last_day AS away_last_day, away.ends_at AS away_ends_at,
      EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${userId} AND verified_at IS NOT NULL) AS writer_verified,
      ${memberSince(sql`${userId}`)} AS writer_since
    FROM profiles AS p LEFT JOIN contact_rules AS r ON r.user_id = p.owner_id
    LEFT JOIN profile_reply_speeds AS s ON s.profile_id = p.id
    LEFT JOIN away_notes AS away ON away.user_id = p.owner_id
    WHERE p.slug = ${slug} AND p.state = 'published' AND ${isShownTo(reader, "p")}`
}

/**
 * Inserts a pair's conversation unless it exists, or the asker is limited by now; returns the id of the existing one, and until when
 * (epoch ms) the asker is limited.
 */
export async function insertConversation(
  db: Database,
  { id, asker, owner }: { id: string; asker: string; owner: string },
  now: number,
): Promise<{ id: string; limitedUntil: number | null }> {
  const pair = pairOf(asker, owner)
  const limitEnd = endOfSanction(sql`${asker}`, "limit", now)
  const insertMember = (userId: string, role: "asker" | "owner") =>
    sql<never>`INSERT OR IGNORE INTO conversation_members (user_id, conversation_id, role, read_seq)
      SELECT ${userId}, id, ${role}, 0 FROM conversations WHERE id = ${id}`
  const [, , , [found]] = await read(
    db,
    sql<never>`INSERT INTO conversations (id, last_seq, pair, state, created_at, updated_at)
      SELECT ${id}, 0, ${pair}, 'request', ${now}, ${now} WHERE ${limitEnd} IS NULL ON CONFLICT (pair) DO NOTHING`,
    insertMember(asker, "asker"),
    insertMember(owner, "owner"),
    sql<{ id: string | null; limited_until: number | null }>`
      SELECT (SELECT id FROM conversations WHERE pair = ${pair}) AS id, ${limitEnd} AS limited_until`,
  )
  return { id: found?.id ?? id, limitedUntil: found?.limited_until ?? null }
}

/** Deletes a conversation in which nothing was ever written. */
export async function deleteEmpty(db: Database, id: string): Promise<void> {
  await db.delete(conversations).where(and(eq(conversations.id, id), eq(conversations.version, 0)))
}

/** The first time that the owner wrote is their reply to the request. */
const writeRoom = `UPDATE conversations SET state = ?3, is_blocked = ?4, version = ?2, updated_at = ?5, pair = iif(?6, pair, NULL),
    replied_at = coalesce(replied_at, ?7)
  WHERE id = ?1 AND version <= ?2`

/**
 * Writes a room's state to the index, unless the index has a newer version. An index without the conversation, which is
 * that of a restored database, gets it again.
 */
export async function writeIndex(db: Database, index: RoomIndex, now: number): Promise<void> {
  if (!(await updateIndex(db, index, now)) && (await insertMissing(db, index, now))) await updateIndex(db, index, now)
}

/** Returns whether the index has the conversation, in no newer version. */
async function updateIndex(
  db: Database,
  { id, version, state, isBlocked, members, createdAt, repliedAt }: RoomIndex,
  now: number,
): Promise<boolean> {
  // Current members only: an erased one has left the room.
  const isPair = members.length === 2
  const [written] = await db.$client.batch([
    db.$client.prepare(writeRoom).bind(id, version, state, isBlocked ? 1 : 0, now, isPair ? 1 : 0, repliedAt),
    db.$client
      .prepare("UPDATE conversation_members SET active_at = max(active_at, ?2) WHERE conversation_id = ?1")
      .bind(id, Math.max(createdAt, repliedAt ?? 0)),
  ])
  return (written?.meta.changes ?? 0) > 0
}

/**
 * Inserts a conversation that the index lacks, for those of its members who have accounts. Another one of the same pair,
 * begun meanwhile, keeps the pair. Returns whether the conversation was missing.
 */
async function insertMissing(db: Database, index: RoomIndex, now: number): Promise<boolean> {
  const { id, createdAt, members } = index
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
      .bind(id, pair, createdAt, now, JSON.stringify(members.map(({ userId }) => userId))),
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

/** Returns the other member of a conversation if the two may communicate; null if it is not this user's. */
export async function findPeer(db: Database, userId: string, conversationId: string): Promise<string | null> {
  const [rows] = await read(
    db,
    sql<{ user_id: string }>`
      SELECT o.user_id FROM conversation_members AS m
      JOIN conversations AS c ON c.id = m.conversation_id
      JOIN conversation_members AS o ON o.conversation_id = c.id AND o.user_id <> m.user_id
      JOIN users AS u ON u.id = o.user_id AND u.banned_at IS NULL
      WHERE m.user_id = ${userId} AND m.conversation_id = ${conversationId} AND c.is_blocked = 0`,
  )
  return rows[0]?.user_id ?? null
}

/** Returns which of these users are banned. */
export async function findBanned(db: Database, userIds: string[]): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ id: string }>`
      SELECT id FROM users
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(userIds)})) AND banned_at IS NOT NULL`,
  )
  return rows.map(({ id }) => id)
}

/** Returns a user's conversations after one, in the order of their ids, with the other members' ids. */
export async function findAllOf(db: Database, userId: string, after: string, limit: number) {
  const [rows] = await read(
    db,
    sql<{ id: string; other_id: string | null }>`SELECT m.conversation_id AS id,
        (SELECT user_id FROM conversation_members WHERE conversation_id = m.conversation_id AND user_id <> m.user_id) AS other_id
      FROM conversation_members AS m WHERE m.user_id = ${userId} AND m.conversation_id > ${after}
      ORDER BY m.conversation_id LIMIT ${limit}`,
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
