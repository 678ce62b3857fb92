/** How long (ms) a reader waits for a refresh before it takes the copy that there is. */
const patience = 1_000
/** A reading that has not ended after this long (ms) is given up: another one begins. */
const maxReading = 10_000

interface Reading {
  begunAt: number
  end: Promise<void>
}

interface Request<Value> {
  /** Epoch ms. */
  now: number
  /** From half of this age on a copy is read anew beside the request; an older one is waited for. 0: each read waits. */
  maxAge: number
  /** Takes the last value that was read. */
  load: (previous: Value | null) => Promise<Value>
  /** Extends the lifetime of the request that reads. */
  waitUntil?: (work: Promise<unknown>) => void
}

/**
 * Creates an isolate's copy of something that a slow database must not hold up: it is read by one request for all of its moment, nobody
 * waits longer than a second for it, and where it cannot be read the last one is served. `report` is told of each failure.
 */
export function createRefreshedCopy<Value>(report: (error: unknown) => void) {
  let copy: { value: Value; readAt: number } | null = null
  let reading: Reading | null = null

  function begin(now: number, load: Request<Value>["load"]): Reading {
    const begun: Reading = { begunAt: now, end: Promise.resolve() }
    begun.end = load(copy?.value ?? null)
      .then((value) => {
        // A reading that was given up may end after its successor.
        if (reading === begun) copy = { value, readAt: now }
      })
      .catch((error: unknown) => {
        report(error)
        // Also after a failure: a database that is out of order is not asked by each request.
        if (copy && reading === begun) copy = { ...copy, readAt: now }
      })
      .finally(() => {
        if (reading === begun) reading = null
      })
    return begun
  }

  /** Returns the copy with the time that it was read, or null if there is none yet and it cannot be read. */
  return async function read({ now, maxAge, load, waitUntil }: Request<Value>): Promise<Value | null> {
    const age = copy ? now - copy.readAt : Number.POSITIVE_INFINITY
    // Negative if the clock was set back.
    const isFresh = age >= 0 && age < maxAge
    if (copy && isFresh && age < maxAge / 2) return copy.value
    if (reading && (now - reading.begunAt >= maxReading || now < reading.begunAt)) reading = null
    if (!reading) {
      reading = begin(now, load)
      waitUntil?.(reading.end)
    }
    if (copy && isFresh) return copy.value
    const { begunAt, end } = reading
    if (maxAge === 0 || !copy) await end
    else if (now - begunAt < patience) await Promise.race([end, sleep(patience)])
    return copy?.value ?? null
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
