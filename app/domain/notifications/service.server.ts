import { read } from "~/db/client.server"
import { hasMore } from "~/db/statements/delete-at-most"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { describeConversations } from "../chat/conversations.server"
import { reach } from "../chat/inbox/reach.server"
import { publish } from "../chat/live.server"
import type { Conversation } from "../chat/schema"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { ChatNotification } from "../core/ports/chat"
import { type Place, placeWhile } from "../core/shared/lane"
import { retention } from "./policy"
import * as queries from "./queries.server"
import { type Notification, type OutcomeText, pathOf, type ReadNotifications } from "./schema"

const pageSize = 30

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
    publish: (rows: { id: string }[]) => publishInserted(ctx, rows),
  }
}

/**
 * Creates one notification for each of some members, as `createNotification` does for one; who has it already, by its subject and
 * reference, has it once.
 */
export function createNotifications(
  ctx: Pick<Ctx, "db" | "now" | "enqueueJob">,
  {
    to,
    ...content
  }: Omit<queries.NotificationInput, "to" | "when" | "reference"> & { to: string[]; reference: string },
) {
  const now = ctx.now()
  const rows = to.map((userId) => ({ id: newId(now), userId }))
  return {
    insert: queries.insertNotifications(ctx.db, rows, { ...content, now }),
    publish: (inserted: { id: string }[]) => publishInserted(ctx, inserted),
  }
}

function publishInserted({ enqueueJob }: Pick<Ctx, "enqueueJob">, rows: { id: string }[]): void {
  for (const { id } of rows) {
    enqueueJob({ kind: "notify", notificationId: id })
    enqueueJob({ kind: "push", notificationId: id })
  }
}

/**
 * Returns a page of the actor's notifications, latest first: those of the database and those of their inbox, in one order.
 * Throws `cursor.invalid`, `chat.unreachable`.
 */
export async function listNotifications(
  ctx: Ctx,
  cursor: string | null,
): Promise<{ data: Notification[]; next_cursor: string | null; unread_notifications_count: number }> {
  const user = requireUser(ctx)
  if (cursor !== null && !/^[0-9A-Z]{26}$/.test(cursor)) throw new AppError("cursor.invalid")
  const [ofChat, [rows, [unread]]] = await Promise.all([
    reach(ctx, ctx.live(user.id).listNotifications(cursor, pageSize + 1)),
    read(ctx.db, queries.selectNotifications(user.id, cursor, pageSize + 1), queries.selectUnread(user.id)),
  ])
  const all = [...ofChat, ...rows].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const shown = all.slice(0, pageSize)
  return {
    data: await describeNotifications(ctx, shown),
    next_cursor: all.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    unread_notifications_count: unread?.notifications ?? 0,
  }
}

/** Returns one of the actor's notifications. Throws `request.not_found`, `chat.unreachable`. */
export async function getNotification(ctx: Ctx, id: string): Promise<Notification> {
  const { id: userId } = requireUser(ctx)
  const [[row]] = await read(ctx.db, queries.selectNotification(userId, id))
  const found = row ?? (await reach(ctx, ctx.live(userId).findNotification(id)))
  const [notification] = found ? await describeNotifications(ctx, [found]) : []
  if (!notification) throw new AppError("request.not_found")
  return notification
}

type Found = queries.ListedRow | ChatNotification

const isOfChat = (found: Found): found is ChatNotification => "conversationId" in found

async function describeNotifications(ctx: Ctx, all: Found[]): Promise<Notification[]> {
  const { id: userId } = requireUser(ctx)
  const ids = [...new Set(all.filter(isOfChat).map(({ conversationId }) => conversationId))]
  const entries = ids.length > 0 ? await reach(ctx, ctx.live(userId).findConversations(ids)) : []
  const conversations = await describeConversations(ctx, entries)
  return all.map((found) =>
    isOfChat(found)
      ? ofConversation(ctx, found, conversations.find(({ id }) => id === found.conversationId) ?? null)
      : ofRecord(ctx, found),
  )
}

function ofRecord(ctx: Ctx, row: queries.ListedRow): Notification {
  const { id, type, state, created_at } = row
  // The reference of an alert distinguishes it from the next one, and means nothing to its reader.
  const reference = type === "search" ? null : row.reference
  const t = translator(ctx.locale, "notifications")
  const title = t(`outcomes.${type}.${state}` as OutcomeText, { name: "", reference: reference ?? "", count: 1 })
  const path = pathOf({ type, state, reference, conversationId: null })
  const about = { conversation_id: null, name: null, avatar: null, unread_messages_count: 0 }
  return {
    id,
    type,
    state,
    reference,
    created_at,
    title,
    path,
    is_read: row.read_at !== null,
    ...about,
  }
}

function ofConversation(ctx: Ctx, found: ChatNotification, conversation: Conversation | null): Notification {
  const { id, type, state, conversationId } = found
  const name = conversation?.with.name ?? null
  const count = conversation?.unread_messages_count ?? 0
  const t = translator(ctx.locale, "notifications")
  return {
    id,
    type,
    state,
    reference: null,
    conversation_id: conversationId,
    created_at: found.createdAt,
    name,
    title: t(`outcomes.${type}.${state}` as OutcomeText, {
      name: name ?? "",
      reference: "",
      count: Math.max(1, count),
    }),
    avatar: conversation?.with.avatar ?? null,
    unread_messages_count: count,
    path: pathOf({ type, state, reference: null, conversationId }),
    is_read: found.readAt !== null,
  }
}

/** Marks some or all of the actor's notifications as read and publishes that to their open pages. */
export async function readNotifications(ctx: Ctx, which: ReadNotifications): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const ids = "ids" in which ? which.ids : null
  const [inDatabase, inInbox] = await Promise.all([
    queries.markRead(ctx.db, userId, ids, ctx.now()),
    ctx.live(userId).readNotifications(ids, ctx.now()),
  ])
  const changed = inDatabase + inInbox
  if (changed > 0) await publish(ctx, userId, { type: "notifications.read", ...(ids ? { ids } : { all: true }) })
}

/** Marks one of the actor's notifications as read; returns the path of its page. Throws `request.not_found`. */
export async function openNotification(ctx: Ctx, id: string): Promise<string> {
  const { path, is_read } = await getNotification(ctx, id)
  if (!is_read) await readNotifications(ctx, { ids: [id] })
  return path
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
