import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { EventPage, ShownMessages } from "../core/ports/chat"
import type { LoggedEvent } from "./schema"

const eventsAtOnce = 200

/**
 * Returns the events published to the actor after `after`, or, if null, only the log's position. The log holds message
 * numbers only: texts come from the rooms as the actor may see them now, so that nothing deleted, edited or redacted is
 * read from it.
 */
export async function listEvents(ctx: Ctx, after: number | null): Promise<EventPage> {
  const { id: userId } = requireUser(ctx)
  const page = await ctx.live(userId).events(after, eventsAtOnce)
  const wanted = new Map<string, number[]>()
  for (const event of page.data) {
    const message = messageOf(event)
    const conversationId = message?.conversation_id ?? readBy(event, userId)
    if (conversationId === null) continue
    const seqs = wanted.get(conversationId) ?? []
    wanted.set(conversationId, message ? [...seqs, message.seq] : seqs)
  }
  const rooms = await Promise.all(
    [...wanted].map(async ([id, seqs]) => [id, await ctx.rooms(id).show(userId, seqs)] as const),
  )
  const shown = new Map(rooms.flatMap(([id, room]) => ("refused" in room ? [] : [[id, room] as const])))
  return { ...page, data: page.data.map((event) => show(event, shown, userId)) }
}

function messageOf({ payload }: LoggedEvent): { conversation_id: string; seq: number } | null {
  return (payload.message as { conversation_id: string; seq: number } | undefined) ?? null
}

/** Returns the conversation that another member read, or null for any other event. */
function readBy({ type, payload }: LoggedEvent, userId: string): string | null {
  return type === "read" && payload.user_id !== userId ? (payload.conversation_id as string) : null
}

/**
 * Returns an event as its member may see it now. Of messages they may not see remains that the conversation changed or
 * lost a message.
 */
function show(event: LoggedEvent, rooms: Map<string, ShownMessages>, userId: string): LoggedEvent {
  const message = messageOf(event)
  const conversation_id = message?.conversation_id ?? readBy(event, userId)
  if (conversation_id === null) return event
  const room = rooms.get(conversation_id)
  const isRedactedRead = message === null && room?.isRedacted
  if (!room || isRedactedRead) return { ...event, type: "conversation", payload: { conversation_id } }
  if (message === null) return event
  const visible = room.messages.find(({ seq }) => seq === message.seq)
  if (visible) return { ...event, payload: { message: visible } }
  return {
    ...event,
    type: "message.deleted",
    payload: { conversation_id, message_seq: message.seq, is_for_both: false },
  }
}
