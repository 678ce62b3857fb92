import { isSameDay } from "./message-dates"

/** Messages of one author that follow each other within this time (ms) stand together, with one time below them. */
const burstFor = 5 * 60_000

interface Sent {
  author_id: string
  created_at: number
}

/** Whether a message goes on with what its author wrote before it. */
export function continuesBurst(previous: Sent | undefined, message: Sent): boolean {
  if (previous?.author_id !== message.author_id) return false
  const isSoon = message.created_at - previous.created_at < burstFor
  return isSoon && isSameDay(previous.created_at, message.created_at)
}
