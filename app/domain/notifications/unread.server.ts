import { read } from "~/db/client.server"
import type { Ctx } from "../core/context"
import * as queries from "./queries.server"

/** Numbers of what a member has not read. */
export interface Unread {
  unread_messages_count: number
  /** Without those of conversations, which count their messages. */
  unread_notifications_count: number
}

/**
 * Counts what a member has not read: one round trip, and a row for each of their conversations. Only what shows the
 * counts asks for them.
 */
export async function countUnread(ctx: Pick<Ctx, "db">, userId: string): Promise<Unread> {
  const [[counts]] = await read(ctx.db, queries.selectUnread(userId))
  return {
    unread_messages_count: counts?.messages ?? 0,
    unread_notifications_count: counts?.notifications ?? 0,
  }
}
