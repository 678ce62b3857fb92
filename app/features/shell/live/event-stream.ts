/** An event on the member's channel: `seq` numbers the stored ones; ephemeral ones have none. */
export interface LiveEvent {
  seq?: number
  type: string
  [field: string]: unknown
}

/** A page of the events after a number (`GET /api/events`). */
export interface MissedEvents {
  data: { seq: number; type: string; payload: Record<string, unknown> }[]
  next_cursor: string | null
  /** No events are missing before the first of these. */
  is_complete: boolean
  last_seq: number
}

interface Ports {
  /** Fetches the events after a number; with null, only the current position of the log. */
  fetchAfter: (seq: number | null) => Promise<MissedEvents>
  onEvent: (event: LiveEvent) => void
  /** Missed events cannot be recovered, or nothing before now is known: everything shown must be reloaded. */
  onGap: () => void
}

/**
 * Puts events into order and passes each on once: those that a socket missed are fetched before any later one is passed
 * on. There is never a silent gap.
 */
export function createEventStream({ fetchAfter, onEvent, onGap }: Ports) {
  let last: number | null = null
  let waiting: LiveEvent[] = []
  let catchingUp: Promise<void> | null = null

  function pass(event: LiveEvent): void {
    if (event.seq !== undefined) {
      if (last !== null && event.seq <= last) return
      last = event.seq
    }
    onEvent(event)
  }

  async function fetchMissed(): Promise<void> {
    for (;;) {
      const isFirst = last === null
      const page = await fetchAfter(last)
      if (isFirst || !page.is_complete) {
        last = page.last_seq
        onGap()
        return
      }
      for (const { seq, type, payload } of page.data) pass({ ...payload, seq, type })
      if (page.next_cursor === null || page.data.length === 0) return
    }
  }

  /** Fetches the missed events, then passes on those received meanwhile. Rejects if the fetch fails: call it again. */
  function catchUp(): Promise<void> {
    catchingUp ??= fetchMissed()
      .then(() => {
        const arrived = waiting.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
        waiting = []
        for (const event of arrived) pass(event)
      })
      .finally(() => {
        catchingUp = null
      })
    return catchingUp
  }

  /** Receives an event from the socket. Resolves when it was passed on; rejects with the error of `fetchAfter`. */
  async function receive(event: LiveEvent): Promise<void> {
    if (event.seq === undefined) return pass(event)
    if (catchingUp) {
      waiting.push(event)
      return catchingUp
    }
    if (last !== null && event.seq <= last + 1) return pass(event)
    waiting.push(event)
    return catchUp()
  }

  return { receive, catchUp }
}
