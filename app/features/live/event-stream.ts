/** What the member's channel tells: `seq` numbers what is kept, and is missing from what is old news in a moment. */
export interface LiveEvent {
  seq?: number
  type: string
  [field: string]: unknown
}

/** A page of what was told after a number (`GET /api/events`). */
export interface MissedEvents {
  data: { seq: number; type: string; payload: Record<string, unknown> }[]
  next_cursor: string | null
  /** Nothing is missing before the first of these. */
  is_complete: boolean
  last_seq: number
}

interface Ports {
  /** Asks what was told after a number; with null, only where the log is now. */
  fetchAfter: (seq: number | null) => Promise<MissedEvents>
  onEvent: (event: LiveEvent) => void
  /** What was missed cannot be told any more, or nothing is known of before now: whatever is shown must be loaded anew. */
  onGap: () => void
}

/**
 * Puts what arrives into its order, each event once: whatever a socket missed is fetched before anything later is passed on. There is
 * never a silent gap.
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

  /** Fetches what was missed, then passes on what came meanwhile. Rejects when that cannot be had: ask again. */
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

  /** Takes an event from the socket. Resolves when it was passed on; rejects with what `fetchAfter` rejected with. */
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
