import { within } from "~/lib/within"
import type { Ctx } from "../core/context"

/** How long a page waits for the count of unread messages (ms). */
export const pageWait = 100
/** How long the API does: it is asked for nothing else. */
export const apiWait = 3_000

/**
 * Counts the messages that a member has not read: one call of their inbox, which is waited for `patience` (ms). Null where it
 * is slow or fails: unknown is better than late, and follows live. Only what shows the count asks for it.
 */
export async function countUnreadMessages(
  ctx: Pick<Ctx, "live" | "logError">,
  userId: string,
  patience: number,
): Promise<number | null> {
  const counted = ctx
    .live(userId)
    .countUnread()
    .catch((error: unknown) => {
      ctx.logError("inbox.not_counted", error, { user: userId })
      return null
    })
  return (await within(patience, counted)) ?? null
}
