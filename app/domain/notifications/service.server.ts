import { read } from "~/db/client.server"
import { hasMore } from "~/db/statements/delete-at-most"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { toConversation } from "../chat/conversations.server"
import { publish } from "../chat/live.server"
import { type ConversationRow, selectNotified } from "../chat/queries.server"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { type Place, placeWhile } from "../core/shared/lane"
import * as queries from "./queries.server"
import { type Notification, type OutcomeText, pathOf, type ReadNotifications } from "./schema"

const pageSize = 30
const retention = 180 * 24 * 60 * 60_000

/**
 * Creates a notification: `insert` belongs in the batch of the change it reports, and `publish` takes the rows that it
 * returned. A notification lost in between still appears in the member's list.
 */
export function createNotification(
  ctx: Pick<Ctx, "db" | "now" | "enqueueJob">,
  { to, when, ...content }: queries.NotificationInput,
) {
  const now = ctx.now()
  const row = { ...content, id: newId(now), userId: to, now }
  return {
    insert: queries.insertNotification(ctx.db, row, when),
    publish: (rows: { id: string }[]) => {
      for (const { id } of rows) {
        ctx.enqueueJob({ kind: "notify", notificationId: id })
        ctx.enqueueJob({ kind: "push", notificationId: id })
      }
    },
  }
}

/** Returns a page of the actor's notifications, latest first: one round trip. Throws `cursor.invalid`. */
export async function listNotifications(
  ctx: Ctx,
  cursor: string | null,
): Promise<{ data: Notification[]; next_cursor: string | null; unread_notifications_count: number }> {
  const user = requireUser(ctx)
  if (cursor !== null && !/^[0-9A-Z]{26}$/.test(cursor)) throw new AppError("cursor.invalid")
  const [rows, conversations, [unread]] = await read(
    ctx.db,
    queries.selectNotifications(user.id, cursor, pageSize + 1),
    selectNotified(user.id, { before: cursor }, pageSize + 1),
    queries.selectUnread(user.id),
  )
  const shown = rows.slice(0, pageSize)
  return {
    data: shown.map((row) => toNotification(ctx, user.id, row, conversations)),
    next_cursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    unread_notifications_count: unread?.notifications ?? 0,
  }
}

/** Returns one of the actor's notifications. Throws `request.not_found`. */
export async function getNotification(ctx: Ctx, id: string): Promise<Notification> {
  const { id: userId } = requireUser(ctx)
  const [[row], conversations] = await read(
    ctx.db,
    queries.selectNotification(userId, id),
    selectNotified(userId, { id }, 1),
  )
  if (!row) throw new AppError("request.not_found")
  return toNotification(ctx, userId, row, conversations)
}

function toNotification(
  ctx: Ctx,
  userId: string,
  row: queries.ListedRow,
  conversations: ConversationRow[],
): Notification {
  const { id, type, state, conversation_id, read_at, created_at } = row
  const found = conversations.find((one) => one.id === conversation_id)
  const conversation = found ? toConversation(ctx, userId, found) : null
  const name = conversation?.with.name ?? null
  const reference = row.reference ?? null
  const count = conversation?.unread_messages_count ?? 0
  const t = translator(ctx.locale, "notifications")
  return {
    id,
    type,
    state,
    reference,
    conversation_id,
    created_at,
    name,
    title: t(`outcomes.${type}.${state}` as OutcomeText, {
      name: name ?? "",
      reference: reference ?? "",
      count: Math.max(1, count),
    }),
    avatar: conversation?.with.avatar ?? null,
    unread_messages_count: count,
    path: pathOf({ type, state, reference, conversationId: conversation_id }),
    is_read: read_at !== null,
  }
}

/** Marks some or all of the actor's notifications as read and publishes that to their open pages. */
export async function readNotifications(ctx: Ctx, which: ReadNotifications): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const ids = "ids" in which ? which.ids : null
  const changed = await queries.markRead(ctx.db, userId, ids, ctx.now())
  if (changed > 0) await publish(ctx, userId, { type: "notifications.read", ...(ids ? { ids } : { all: true }) })
}

/** Marks one of the actor's notifications as read; returns the path of its page. Throws `request.not_found`. */
export async function openNotification(ctx: Ctx, id: string): Promise<string> {
  const row = await queries.findNotification(ctx.db, id)
  if (!row || row.userId !== requireUser(ctx).id) throw new AppError("request.not_found")
  if (row.readAt === null) await readNotifications(ctx, { ids: [id] })
  return pathOf(row)
}

/** Publishes an unread notification to its member's open pages. */
export async function publishNotification(ctx: Ctx, id: string): Promise<void> {
  const row = await queries.findNotification(ctx.db, id)
  if (row?.readAt === null) await publish(ctx, row.userId, { type: "notification", id })
}

/** Deletes notifications older than half a year, nightly. */
export async function sweepNotifications(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteOlder(ctx.db, ctx.now() - retention)]))
}
