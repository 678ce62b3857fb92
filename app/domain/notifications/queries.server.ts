import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read, write } from "~/db/client.server"
import { notificationSettings, notifications, pushSubscriptions } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import type { ChatNotification } from "../core/ports/chat"
import { mailedAfter, pushInterval, pushLease } from "./policy"
import type { NotificationSettings, NotificationType } from "./schema"

export type NotificationRow = typeof notifications.$inferSelect

export interface NotificationInput {
  /** The member's id, or an SQL expression of it; without a result there is no notification. */
  to: string | SQL
  type: NotificationType
  /** The subject: one notification per subject and member, renewed by each change. */
  subject: string
  state: string
  /** The reference that the member knows the subject by, or null. */
  reference: string | SQL | null
  /** Inserts only if this holds, at its place in the batch. */
  when?: SQL
}

interface NewRow extends Omit<NotificationInput, "to" | "when"> {
  id: string
  userId: NotificationInput["to"]
  now: number
}

/**
 * Returns a statement that inserts a notification if `when` holds; one with the same subject becomes unread again. It
 * returns the row, if any.
 */
export function insertNotification(db: Database, row: NewRow, when: SQL = sql`true`) {
  const { id, userId, type, subject, state, reference, now } = row
  const news = { id, type, state, mailAt: now + mailedAfter, createdAt: now, updatedAt: now }
  const source = sql`FROM users AS u WHERE u.id = ${userId} AND ${when}`
  return insertSelect(db, notifications, { ...news, userId: sql`u.id`, subject, reference }, source)
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.subject],
      set: { ...news, reference: sql`excluded.reference`, readAt: null, pushAt: null, pushedAt: null },
    })
    .returning()
}

/**
 * Returns a statement that inserts a notification for each of some members; one with the same subject becomes unread again, unless it says
 * the same (`reference`). An unread one keeps the time of its last push. It returns the new rows.
 */
export function insertNotifications(
  db: Database,
  to: readonly { id: string; userId: string }[],
  { type, subject, state, reference, now }: Omit<NewRow, "id" | "userId" | "reference"> & { reference: string },
) {
  const news = { type, state, mailAt: now + mailedAfter, createdAt: now, updatedAt: now }
  const id = sql`j.value ->> 'id'`
  const source = sql`FROM json_each(${JSON.stringify(to)}) AS j JOIN users AS u ON u.id = j.value ->> 'userId' WHERE true`
  return insertSelect(db, notifications, { ...news, id, userId: sql`u.id`, subject, reference }, source)
    .onConflictDoUpdate({
      target: [notifications.userId, notifications.subject],
      set: {
        ...news,
        id: sql`excluded.id`,
        reference: sql`excluded.reference`,
        readAt: null,
        pushAt: null,
        pushedAt: sql`iif(${notifications.readAt} IS NULL, ${notifications.pushedAt}, NULL)`,
      },
      setWhere: sql`${notifications.reference} IS NOT excluded.reference`,
    })
    .returning({ id: notifications.id })
}

/** A notification as listed for its reader. */
export type ListedRow = RowOf<typeof notifications, "id" | "type" | "state" | "reference" | "read_at" | "created_at">

/** Omits those of conversations: they are in the member's inbox, and what is left of them here is read there once. */
function listedOf(userId: string, condition: SQL, limit: number) {
  return sql<ListedRow>`
    SELECT n.id, n.type, n.state, n.reference, n.read_at, n.created_at FROM notifications AS n
    WHERE n.user_id = ${userId} AND ${condition} AND n.conversation_id IS NULL
    ORDER BY n.id DESC LIMIT ${limit}`
}

/** Selects how many notifications a member has not read. */
export function selectUnread(userId: string) {
  return sql<{ notifications: number }>`SELECT count(*) AS notifications FROM notifications
    WHERE user_id = ${userId} AND read_at IS NULL AND conversation_id IS NULL`
}

/** Selects a member's notifications, latest first. */
export function selectNotifications(userId: string, before: string | null, limit: number) {
  return listedOf(userId, before === null ? sql`true` : sql`n.id < ${before}`, limit)
}

/** Selects one of a member's notifications. */
export function selectNotification(userId: string, id: string) {
  return listedOf(userId, sql`n.id = ${id}`, 1)
}

/** Marks these or all of a member's notifications as read. Returns how many were unread. */
export async function markRead(db: Database, userId: string, ids: string[] | null, now: number): Promise<number> {
  const { meta } = await db
    .update(notifications)
    .set({ readAt: now, mailAt: null, pushAt: null, updatedAt: now })
    .where(
      and(
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        ids === null ? undefined : inArray(notifications.id, ids),
      ),
    )
  return meta.changes
}

/** A notification about a conversation as the database kept it before inboxes did (2026-11). */
export type FormerRow = RowOf<
  typeof notifications,
  "subject" | "id" | "read_at" | "mail_at" | "push_at" | "pushed_at" | "created_at" | "updated_at"
> & { conversation_id: string } & Pick<ChatNotification, "type" | "state">

export function selectFormer(userId: string) {
  return sql<FormerRow>`
    SELECT subject, id, conversation_id, type, state, read_at, mail_at, push_at, pushed_at, created_at, updated_at
    FROM notifications WHERE user_id = ${userId} AND conversation_id IS NOT NULL`
}

/** Deletes them once the member's channel has them. */
export async function deleteFormer(db: Database, userId: string): Promise<void> {
  await db.delete(notifications).where(and(eq(notifications.userId, userId), isNotNull(notifications.conversationId)))
}

/** Returns any member's notification. */
export async function findNotification(db: Database, id: string): Promise<NotificationRow | null> {
  const [row] = await db.select().from(notifications).where(eq(notifications.id, id)).limit(1)
  return row ?? null
}

/** Postpones a push that falls into quiet hours. */
export async function postponePush(db: Database, id: string, until: number): Promise<void> {
  await db
    .update(notifications)
    .set({ pushAt: until })
    .where(and(eq(notifications.id, id), isNull(notifications.readAt)))
}

/** Records that a notification has no browser to push it to. */
export async function settlePush(db: Database, id: string): Promise<void> {
  await db.update(notifications).set({ pushAt: null, pushedAt: null }).where(eq(notifications.id, id))
}

/** Records that a notification is pushed now; returns false if another job did so within the interval. */
export async function claimPush(db: Database, id: string, now: number): Promise<boolean> {
  const { meta } = await db
    .update(notifications)
    .set({ pushAt: null, pushedAt: now })
    .where(
      and(
        eq(notifications.id, id),
        sql`(${notifications.pushedAt} IS NULL OR ${notifications.pushedAt} <= ${now - pushInterval})`,
      ),
    )
  return meta.changes > 0
}

/** Claims the notifications whose push is due, longest overdue first, for the length of the lease. */
export async function claimDuePushes(db: Database, now: number, limit: number): Promise<string[]> {
  const due = sql`(SELECT id FROM notifications WHERE push_at IS NOT NULL AND push_at <= ${now} ORDER BY push_at LIMIT ${limit})`
  const claimed = await db
    .update(notifications)
    .set({ pushAt: now + pushLease })
    .where(sql`id IN ${due}`)
    .returning({ id: notifications.id })
  return claimed.map(({ id }) => id)
}

/** A member with due notifications: the time of their first due mail. */
export interface DueRow {
  user_id: string
  at: number
}

/** Rows examined per member wanted, so that one member's many unread notifications cannot block others. */
const rowsPerMember = 10

/** Returns the members with notifications due for a mail, longest waiting first, after a place in that order. */
export async function findDue(
  db: Database,
  now: number,
  after: { at: number; id: string },
  limit: number,
): Promise<DueRow[]> {
  const [rows] = await read(
    db,
    sql<DueRow>`
      SELECT user_id, min(mail_at) AS at FROM (
        SELECT user_id, mail_at FROM notifications WHERE mail_at IS NOT NULL AND mail_at <= ${now}
          AND mail_at >= ${after.at} AND (mail_at, user_id) > (${after.at}, ${after.id})
        ORDER BY mail_at, user_id LIMIT ${limit * rowsPerMember}
      ) GROUP BY user_id ORDER BY at, user_id LIMIT ${limit}`,
  )
  return rows
}

/** Facts that decide when a member's digest is written, and to whom. */
export interface DigestRow {
  email: string
  locale: Locale
  /** Since when the oldest due notification of the database is unread, epoch ms; null without one. */
  since: number | null
  is_banned: number
  rhythm: NotificationSettings["rhythm"] | null
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string | null
  muted: string | null
}

export async function findDigest(db: Database, userId: string, now: number): Promise<DigestRow | null> {
  const [rows] = await read(
    db,
    sql<DigestRow>`
      SELECT u.email, u.locale, u.banned_at IS NOT NULL AS is_banned, s.rhythm, s.quiet_from, s.quiet_to, s.time_zone,
        (SELECT min(mail_at) - ${mailedAfter} FROM notifications
          WHERE user_id = u.id AND mail_at IS NOT NULL AND mail_at <= ${now}) AS since,
        (SELECT group_concat(kind) FROM muted_mails WHERE user_id = u.id) AS muted
      FROM users AS u LEFT JOIN notification_settings AS s ON s.user_id = u.id WHERE u.id = ${userId}`,
  )
  return rows[0] ?? null
}

/** Returns a statement that postpones the mail of a member's pending notifications; null cancels it. */
export function postponeMail(db: Database, userId: string, until: number | null) {
  return db
    .update(notifications)
    .set({ mailAt: until })
    .where(and(eq(notifications.userId, userId), sql`mail_at IS NOT NULL`))
}

/** SQL condition: a notification of these types awaits a mail to the member. */
export function awaitsMail(userId: string, types: NotificationType[]): SQL {
  return sql`EXISTS (SELECT 1 FROM ${notifications} WHERE user_id = ${userId} AND mail_at IS NOT NULL
      AND ${inArray(notifications.type, types)})`
}

/** Counts a member's unread notifications by type; none for a banned member. */
export async function countUnread(db: Database, userId: string): Promise<{ type: NotificationType; count: number }[]> {
  const [rows] = await read(
    db,
    sql<{ type: NotificationType; count: number }>`
      SELECT n.type, count(*) AS count FROM notifications AS n JOIN users AS u ON u.id = n.user_id
      WHERE n.user_id = ${userId} AND u.banned_at IS NULL AND n.read_at IS NULL AND n.conversation_id IS NULL GROUP BY n.type`,
  )
  return rows
}

/** Deletes notifications last updated before a time. */
export function deleteOlder(db: Database, before: number) {
  return deleteAtMost(db, notifications, lt(notifications.updatedAt, before))
}

export type SettingsRow = typeof notificationSettings.$inferSelect

/** Query for a member's notification settings. */
export function selectSettings(db: Database, userId: string) {
  return db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId)).limit(1)
}

export async function upsertSettings(
  db: Database,
  userId: string,
  { rhythm, quiet_hours: quiet, time_zone: timeZone }: NotificationSettings,
  now: number,
): Promise<void> {
  const row = { rhythm, quietFrom: quiet?.from ?? null, quietTo: quiet?.to ?? null, timeZone, updatedAt: now }
  await db
    .insert(notificationSettings)
    .values({ userId, ...row, createdAt: now })
    .onConflictDoUpdate({ target: notificationSettings.userId, set: row })
}

/** Stores a browser's push subscription; if another user had it, it becomes this user's. */
export async function upsertPushSubscription(
  db: Database,
  row: { id: string; userId: string; familyId: string; endpoint: string },
  now: number,
): Promise<void> {
  const { userId, familyId } = row
  await db
    .insert(pushSubscriptions)
    .values({ ...row, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { userId, familyId, failedAt: null, failures: 0, updatedAt: now },
    })
}

export async function deletePushSubscription(db: Database, endpoint: string, userId: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)))
}

/** A browser to push to: its endpoint, and how often it failed in a row. */
type EndpointRow = RowOf<typeof pushSubscriptions, "endpoint" | "failures">

/** Retries of a push to an endpoint that fails; with the next notification it is tried once. */
export const maxRetries = 3

/** Returns the push endpoints of a member's active sign-ins; with `failedSince`, those alone to retry since then. */
export async function findEndpoints(
  db: Database,
  userId: string,
  now: number,
  failedSince: number | null,
): Promise<EndpointRow[]> {
  const [rows] = await read(
    db,
    sql<EndpointRow>`
      SELECT endpoint, failures FROM push_subscriptions AS p WHERE p.user_id = ${userId}
        AND EXISTS (SELECT 1 FROM sessions AS s WHERE s.family_id = p.family_id AND s.expires_at > ${now})
        AND ${failedSince === null ? sql`true` : sql`p.failed_at >= ${failedSince} AND p.failures <= ${maxRetries}`}
      ORDER BY p.id DESC LIMIT 20`,
  )
  return rows
}

/** Records that a push to these endpoints failed, or that it succeeded where an earlier one had failed. */
export async function settleEndpoints(
  db: Database,
  { failed, recovered }: { failed: string[]; recovered: string[] },
  now: number,
): Promise<void> {
  const settle = (endpoints: string[], set: object) =>
    db.update(pushSubscriptions).set(set).where(inArray(pushSubscriptions.endpoint, endpoints))
  await write(db, [
    ...(failed.length > 0 ? [settle(failed, { failedAt: now, failures: sql`failures + 1` })] : []),
    ...(recovered.length > 0 ? [settle(recovered, { failedAt: null, failures: 0 })] : []),
  ])
}
