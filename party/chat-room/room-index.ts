import { openDatabase } from "~/db/client.server"
import { writeIndex } from "~/domain/chat/queries.server"
import type { RoomIndex } from "~/domain/core/ports/chat"

/** Returns what the index knows of a room as a text: it is written only when this changes, never for a message. */
export function indexedAs({ state, isBlocked, isBegun, repliedAt, members }: RoomIndex): string {
  return JSON.stringify([state, isBlocked, isBegun, repliedAt !== null, members.map(({ userId }) => userId)])
}

/** Writes the room's current state to the D1 index. */
export async function publishIndex(env: Env, index: RoomIndex): Promise<void> {
  await writeIndex(openDatabase(env.DB, "first-primary").db, index, Date.now())
}
