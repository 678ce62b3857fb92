import { createTextSearch } from "~/domain/chat/search/text-search"
import type { Refused, RoomSearch, SearchedRoom } from "~/domain/core/ports/chat"
import { findMembership, isRedacted, notFound } from "./membership"
import { createView } from "./message-view"
import type { MessageRow } from "./room-schema"
import type { RoomStore } from "./room-store"

const atOnce = 200
/** The most characters that one search compares: others of the room wait meanwhile. */
const maxCharacters = 400_000

/**
 * Searches what a member sees of a room, newest first, in the messages themselves: there is no index that could keep
 * what is deleted.
 */
export function search(store: RoomStore, userId: string, query: RoomSearch): SearchedRoom | Refused {
  const membership = findMembership(store, userId)
  if (!membership) return notFound
  const { matches } = createTextSearch(query.q)
  const hidesOthers = isRedacted(membership)
  const isMatch = ({ author_id, body }: MessageRow) =>
    body !== null && !(hidesOthers && author_id !== userId) && matches(body)
  const found: MessageRow[] = []
  let before = query.before ?? Number.MAX_SAFE_INTEGER
  let [read, characters] = [0, 0]
  const result = (next: number | null) => ({ messages: found.map(createView(store, membership)), next })
  while (read < query.most && characters < maxCharacters) {
    const limit = Math.min(atOnce, query.most - read)
    const rows = store.seen(membership.me, { before }, limit)
    for (const row of rows) {
      read += 1
      characters += row.body?.length ?? 0
      if (isMatch(row)) {
        // One more than is shown: there is a next page, which begins with it.
        if (found.length === query.limit) return result(before)
        found.push(row)
      }
      before = row.seq
    }
    if (rows.length < limit) return result(null)
  }
  return result(before)
}
