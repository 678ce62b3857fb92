import { and, asc, eq, gt, lte, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { awayNotes, messageTemplates, profileReplySpeeds, users } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { leastReplies, speedLimits, speedPeriod } from "./policy"
import type { TemplateForm } from "./schema"

/** Query for an owner's templates, in their order. */
export function selectTemplates(db: Database, userId: string) {
  const { id, title, body } = messageTemplates
  return db
    .select({ id, title, body })
    .from(messageTemplates)
    .where(eq(messageTemplates.userId, userId))
    .orderBy(asc(messageTemplates.position), asc(id))
}

/** Inserts a template at the end of the order. Returns false if the owner has `max` already. */
export async function insertTemplate(
  db: Database,
  { id, userId, title, body, max }: TemplateForm & { id: string; userId: string; max: number },
  now: number,
): Promise<boolean> {
  const { meta } = await db.$client
    .prepare(
      `INSERT INTO message_templates (id, user_id, title, body, position, created_at, updated_at)
       SELECT ?1, ?2, ?3, ?4, coalesce((SELECT max(position) FROM message_templates WHERE user_id = ?2), 0) + 1, ?5, ?5
       WHERE (SELECT count(*) FROM message_templates WHERE user_id = ?2) < ?6`,
    )
    .bind(id, userId, title, body, now, max)
    .run()
  return meta.changes > 0
}

/** Updates an owner's template. Returns whether it is theirs. */
export async function updateTemplate(
  db: Database,
  { id, userId, title, body }: TemplateForm & { id: string; userId: string },
  now: number,
): Promise<boolean> {
  const { meta } = await db
    .update(messageTemplates)
    .set({ title, body, updatedAt: now })
    .where(and(eq(messageTemplates.id, id), eq(messageTemplates.userId, userId)))
  return meta.changes > 0
}

/** Deletes an owner's template. Returns whether it was theirs. */
export async function deleteTemplate(db: Database, userId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .delete(messageTemplates)
    .where(and(eq(messageTemplates.id, id), eq(messageTemplates.userId, userId)))
  return meta.changes > 0
}

/** Sets the order of an owner's templates. Returns false unless `ids` are all of them, each once. */
export async function updateTemplateOrder(db: Database, userId: string, ids: string[]): Promise<boolean> {
  const { meta } = await db.$client
    .prepare(
      `UPDATE message_templates SET position = (
         SELECT wanted.key + 1 FROM json_each(?2) AS wanted WHERE wanted.value = message_templates.id)
       WHERE user_id = ?1
         AND json_array_length(?2) = (SELECT count(*) FROM message_templates WHERE user_id = ?1)
         AND NOT EXISTS (SELECT 1 FROM message_templates
           WHERE user_id = ?1 AND id NOT IN (SELECT value FROM json_each(?2)))`,
    )
    .bind(userId, JSON.stringify(ids))
    .run()
  return meta.changes > 0 || ids.length === 0
}

/** Query for an owner's away note, unless it has ended. */
export function selectAwayNote(db: Database, userId: string, now: number) {
  const { note, lastDay } = awayNotes
  return db
    .select({ note, last_day: lastDay })
    .from(awayNotes)
    .where(and(eq(awayNotes.userId, userId), gt(awayNotes.endsAt, now)))
    .limit(1)
}

/** Returns when an account was created, epoch ms. */
export async function findAccountStart(db: Database, userId: string): Promise<number> {
  const [row] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
  return row?.createdAt ?? 0
}

export async function upsertAwayNote(
  db: Database,
  { userId, ...row }: { userId: string; note: string; lastDay: string; endsAt: number },
  now: number,
): Promise<void> {
  const change = { ...row, updatedAt: now }
  await db
    .insert(awayNotes)
    .values({ userId, ...change, createdAt: now })
    .onConflictDoUpdate({ target: awayNotes.userId, set: change })
}

export async function deleteAwayNote(db: Database, userId: string): Promise<void> {
  await db.delete(awayNotes).where(eq(awayNotes.userId, userId))
}

export function deleteEndedAwayNotes(db: Database, now: number) {
  return deleteAtMost(db, awayNotes, lte(awayNotes.endsAt, now))
}

/** Query for the stored reply speed of a profile. */
export function selectReplySpeed(db: Database, profileId: string) {
  const { speed, replies } = profileReplySpeeds
  return db
    .select({ speed, replies })
    .from(profileReplySpeeds)
    .where(eq(profileReplySpeeds.profileId, profileId))
    .limit(1)
}

/**
 * Selects profiles whose reply speed is due, by id after `after`: their owners first replied to somebody since
 * `repliedSince`, or it was computed before `computedBefore`. Two index ranges.
 */
export function selectDueSpeeds(page: { repliedSince: number; computedBefore: number; after: string; limit: number }) {
  return sql<{ id: string }>`
    SELECT p.id FROM conversations AS c
      CROSS JOIN conversation_members AS m ON m.conversation_id = c.id AND m.role = 'owner'
      CROSS JOIN profiles AS p ON p.owner_id = m.user_id
      WHERE c.replied_at > 0 AND c.replied_at >= ${page.repliedSince} AND p.id > ${page.after}
    UNION SELECT profile_id FROM profile_reply_speeds
      WHERE updated_at < ${page.computedBefore} AND profile_id > ${page.after}
    ORDER BY 1 LIMIT ${page.limit}`
}

/** The first replies of these profiles' owners (`?1`, a JSON array of ids) since `?2`, fastest first. */
const firstReplies = `
  SELECT p.id, c.replied_at - c.created_at AS wait,
    row_number() OVER (PARTITION BY p.id ORDER BY c.replied_at - c.created_at) AS place,
    count(*) OVER (PARTITION BY p.id) AS replies
  FROM json_each(?1) AS wanted
  CROSS JOIN profiles AS p ON p.id = wanted.value
  CROSS JOIN conversation_members AS m INDEXED BY conversation_members_active
    ON m.user_id = p.owner_id AND m.active_at >= ?2 AND m.role = 'owner'
  CROSS JOIN conversations AS c ON c.id = m.conversation_id AND c.replied_at >= ?2 AND c.replied_at > 0`

/** Computes the reply speeds of these profiles: three in four replies were this fast. Deletes those of too few replies. */
export async function writeReplySpeeds(db: Database, ids: string[], now: number): Promise<void> {
  const list = JSON.stringify(ids)
  const { hour, hours, day } = speedLimits
  const client = db.$client
  await client.batch([
    client.prepare(`DELETE FROM profile_reply_speeds WHERE profile_id IN (SELECT value FROM json_each(?1))`).bind(list),
    client
      .prepare(
        `INSERT INTO profile_reply_speeds (profile_id, speed, replies, updated_at)
         SELECT id, CASE WHEN wait <= ?4 THEN 'hour' WHEN wait <= ?5 THEN 'hours' WHEN wait <= ?6 THEN 'day' ELSE 'days' END,
           replies, ?3
         FROM (${firstReplies}) WHERE replies >= ?7 AND place = (replies * 3 + 3) / 4`,
      )
      .bind(list, now - speedPeriod, now, hour, hours, day, leastReplies),
  ])
}
