/** How long (ms) a reader waits for a refresh before it takes the copy that there is. */
const patience = 1_000
/** A reading that has not ended after this long (ms) is given up: another one begins. */
const maxReading = 10_000
/** How often (ms) a request looks whether the reading of another one has ended. */
const lookEvery = 10

interface Reading {
  /** Counts from 1. */
  number: number
  begunAt: number
}

interface Request<Value> {
  /** Epoch ms. */
  now: number
  /** From half of this age on a copy is read again beside the request; an older one is waited for. 0: each request reads for itself. */
  maxAge: number
  /** Takes the last value that was read. */
  load: (previous: Value | null) => Promise<Value>
  /** Extends the lifetime of the request that reads. */
  waitUntil?: (work: Promise<unknown>) => void
}

/**
 * Creates an isolate's copy of something that a slow database must not hold up: it is read by one request for all of its moment, nobody
 * waits longer than a second for it, and where it cannot be read the last one is served. `report` is told of each failure.
 *
 * No request awaits a promise of another one: workerd may go on with it in the other's context, where it may not read its own body, and
 * ends it as hung, since it waits for nothing of its own. It looks at the copy instead, by timers of its own.
 */
export function createRefreshedCopy<Value>(report: (error: unknown) => void) {
  let copy: { value: Value; readAt: number; number: number } | null = null
  let reading: Reading | null = null
  let readings = 0

  async function begin(now: number, load: Request<Value>["load"]): Promise<void> {
    readings += 1
    const begun: Reading = { number: readings, begunAt: now }
    reading = begun
    try {
      const value = await load(copy?.value ?? null)
      // A reading that was given up may end after its successor.
      if (begun.number > (copy?.number ?? 0)) copy = { value, readAt: now, number: begun.number }
    } catch (error) {
      report(error)
      // Also after a failure: a database that is out of order is not asked by each request.
      if (copy && reading === begun) copy = { ...copy, readAt: now }
    }
    if (reading === begun) reading = null
  }

  /** Waits until another request's reading has ended, or was given up for another, at most `limit` ms. */
  async function waitForOther(other: Reading, limit: number): Promise<void> {
    for (let waited = 0; reading === other && waited < limit; waited += lookEvery) await sleep(lookEvery)
  }

  /** Returns the copy, or null if there is none yet and it cannot be read. */
  return async function read({ now, maxAge, load, waitUntil }: Request<Value>): Promise<Value | null> {
    const age = copy ? now - copy.readAt : Number.POSITIVE_INFINITY
    // Negative if the clock was set back.
    const isFresh = age >= 0 && age < maxAge
    if (copy && isFresh && age < maxAge / 2) return copy.value
    if (reading && (now - reading.begunAt >= maxReading || now < reading.begunAt)) reading = null
    const other = maxAge === 0 ? null : reading
    const own = other ? null : begin(now, load)
    if (own) waitUntil?.(own)
    if (copy && isFresh) return copy.value
    const mustWait = maxAge === 0 || !copy
    if (own) await (mustWait ? own : Promise.race([own, sleep(patience)]))
    if (other) await waitForOther(other, (mustWait ? maxReading : patience) - (now - other.begunAt))
    return copy?.value ?? null
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
