import { openDatabase } from "~/db/client.server"
import { writeIndex } from "~/domain/chat/queries.server"
import type { Job } from "~/domain/core/jobs"
import type { RoomIndex } from "~/domain/core/ports/chat"
import { upsertConversationNotification } from "~/domain/notifications/queries.server"

/** Delay of pushes in seconds: a message that is read at once needs no push to another device. */
const pushedAfter = 5

/** Writes the room's current state to the D1 index, and enqueues pushes for the members' new notifications. */
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
