import { openDatabase } from "~/db/client.server"
import { writeIndex } from "~/domain/chat/queries.server"
import type { Job } from "~/domain/jobs"
import { upsertConversationNotification } from "~/domain/notifications/queries.server"
import type { RoomIndex } from "~/domain/ports/chat"

/** Seconds: who reads it at once need not be told on another device. */
const pushedAfter = 5

/** Writes down in D1 what a room is like now, and has its members' devices told where that is news to them. */
export async function publishIndex(env: Env, index: RoomIndex | null): Promise<void> {
  if (!index) return
  const { notificationIds } = await writeIndex(
    openDatabase(env.DB, "first-primary").db,
    index,
    Date.now(),
    upsertConversationNotification,
  )
  for (const notificationId of notificationIds)
    await env.JOB_QUEUE.send({ kind: "push", notificationId } satisfies Job, { delaySeconds: pushedAfter })
}
