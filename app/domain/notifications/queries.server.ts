import { and, eq, inArray, isNull, lt, not, type SQL, sql } from "drizzle-orm"
import { type Database, read, write } from "~/db/client.server"
import { notificationSettings, notifications, pushSubscriptions } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import type { MemberConversation } from "../chat/queries.server"
import type { NotificationSettings, NotificationType } from "./schema"

export type NotificationRow = typeof notifications.$inferSelect

/** Unread time after which a notification is mailed (ms). */
const mailedAfter = 30 * 60_000
/** Minimum time between pushes of an unread conversation (ms). */
export const pushInterval = 10 * 60_000
/** Lease of a claimed push (ms): after it, the push is claimed again. */
const pushLease = 10 * 60_000

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

/** Holds while the row of conversation ?1 has version ?2 of its room. */
const isCurrent = "EXISTS (SELECT 1 FROM conversations WHERE id = ?1 AND version = ?2)"
const insertStatement = `INSERT INTO notifications (id, user_id, type, subject, state, conversation_id, mail_at, created_at, updated_at)
  SELECT ?4, ?3, ?5, ?6, ?7, ?1, ?8 + ${mailedAfter}, ?8, ?9 WHERE ${isCurrent}
    AND EXISTS (SELECT 1 FROM conversation_members WHERE user_id = ?3 AND conversation_id = ?1 AND muted_at IS NULL)
  ON CONFLICT (user_id, subject)`
/**
 * An unread conversation notifies again only for a message long after the last notification, or for the first one after
 * a mail, which may then be mailed again. A pending mail or push retains its time.
 */
const markUnreadSql = `${insertStatement} DO UPDATE SET id = excluded.id, type = excluded.type, read_at = NULL,
    mail_at = iif(read_at IS NULL, coalesce(mail_at, excluded.mail_at), excluded.mail_at),
    push_at = iif(read_at IS NULL, push_at, NULL), pushed_at = iif(read_at IS NULL, pushed_at, NULL),
    created_at = excluded.created_at, updated_at = excluded.updated_at
  WHERE read_at IS NOT NULL OR excluded.created_at >= created_at + ${pushInterval}
    OR (mail_at IS NULL AND excluded.created_at > created_at)
  RETURNING id`
const insertAcceptedSql = `${insertStatement} DO NOTHING RETURNING id`
const markReadSql = `UPDATE notifications SET read_at = ?4, mail_at = NULL, push_at = NULL, updated_at = ?4
  WHERE user_id = ?3 AND subject IN (?5, ?6) AND read_at IS NULL AND ${isCurrent}`

/**
 * Returns the statements that update a conversation's notification, for its index's batch: one row while anything is
 * unread, renewed at most every ten minutes; nothing if the index has another `version`. Each returns the rows made
 * unread. Their texts are built once: this runs for every message.
 */
export function upsertConversationNotification(
  db: Database,
  conversation: MemberConversation,
  version: number,
  now: number,
) {
  const { userId, conversationId: id, role, state, hasUnread, lastSeq, activeAt } = conversation
  const [subject, acceptanceSubject] = [`conversation:${id}`, `answer:${id}`]
  const bind = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(id, version, userId, ...values)
  const type: NotificationType = role === "owner" && state === "request" ? "request" : "message"
  // The requester has seen the acceptance if they have written since.
  const seen = () => bind(markReadSql, now, subject, lastSeq > 1 ? acceptanceSubject : subject)
  const unread = () => bind(markUnreadSql, newId(activeAt), type, subject, "new", activeAt, now)
  // Inserted once, right after the acceptance: nothing has been written since the request.
  const isAccepted = role === "asker" && state === "accepted" && lastSeq === 1
  const accepted = () =>
    bind(insertAcceptedSql, newId(now), "request" satisfies NotificationType, acceptanceSubject, "accepted", now, now)
  return [hasUnread ? unread() : seen(), ...(isAccepted ? [accepted()] : [])]
}

/** A notification as listed for its reader. */
export type ListedRow = RowOf<
  typeof notifications,
  "id" | "type" | "state" | "reference" | "conversation_id" | "read_at" | "created_at"
>

/** Omits notifications of blocked conversations. */
function listedOf(userId: string, condition: SQL, limit: number) {
  return sql<ListedRow>`
    SELECT n.id, n.type, n.state, n.reference, n.conversation_id, n.read_at, n.created_at
    FROM notifications AS n LEFT JOIN conversations AS c ON c.id = n.conversation_id
    WHERE n.user_id = ${userId} AND ${condition} AND coalesce(c.is_blocked, 0) = 0
    ORDER BY n.id DESC LIMIT ${limit}`
}

/**
 * Selects how many messages a member has not read in conversations that no block hides, and how many notifications that
 * belong to no conversation.
 */
export function selectUnread(userId: string) {
  return sql<{ messages: number; notifications: number }>`
    SELECT (SELECT coalesce(sum(max(0, c.last_seq - m.read_seq - m.skipped)), 0)
        FROM conversation_members AS m JOIN conversations AS c ON c.id = m.conversation_id
        WHERE m.user_id = ${userId} AND c.is_blocked = 0) AS messages,
      (SELECT count(*) FROM notifications WHERE user_id = ${userId} AND read_at IS NULL AND conversation_id IS NULL) AS notifications`
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

/** Returns any member's notification, unless a block hides its conversation. */
export async function findNotification(db: Database, id: string): Promise<NotificationRow | null> {
  const isBlocked = sql`EXISTS (SELECT 1 FROM conversations WHERE id = ${notifications.conversationId} AND is_blocked = 1)`
  const [row] = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.id, id), not(isBlocked)))
    .limit(1)
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

/** A member with due notifications: since when, whether they are banned, and their settings. */
export interface DueRow {
  user_id: string
  email: string
  locale: Locale
  /** The time of their first due mail. */
  at: number
  since: number
  is_banned: number
  rhythm: NotificationSettings["rhythm"] | null
  quiet_from: number | null
  quiet_to: number | null
  time_zone: string | null
  muted: string | null
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
      SELECT due.user_id, u.email, u.locale, due.at, due.at - ${mailedAfter} AS since, u.banned_at IS NOT NULL AS is_banned,
        s.rhythm, s.quiet_from, s.quiet_to, s.time_zone,
        (SELECT group_concat(kind) FROM muted_mails WHERE user_id = due.user_id) AS muted
      FROM (
        SELECT user_id, min(mail_at) AS at FROM (
          SELECT user_id, mail_at FROM notifications WHERE mail_at IS NOT NULL AND mail_at <= ${now}
            AND mail_at >= ${after.at} AND (mail_at, user_id) > (${after.at}, ${after.id})
          ORDER BY mail_at, user_id LIMIT ${limit * rowsPerMember}
        ) GROUP BY user_id ORDER BY at, user_id LIMIT ${limit}
      ) AS due
      JOIN users AS u ON u.id = due.user_id
      LEFT JOIN notification_settings AS s ON s.user_id = due.user_id
      ORDER BY due.at, due.user_id`,
  )
  return rows
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
      LEFT JOIN conversations AS c ON c.id = n.conversation_id
      WHERE n.user_id = ${userId} AND u.banned_at IS NULL AND n.read_at IS NULL AND coalesce(c.is_blocked, 0) = 0 GROUP BY n.type`,
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
