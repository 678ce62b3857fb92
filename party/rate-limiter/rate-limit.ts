/**
 * A sliding window in constant space: the previous window's count is weighted by the share of it that the last `window` milliseconds
 * still cover (as Cloudflare counts, blog.cloudflare.com/counting-things-a-lot-of-different-things).
 */
export interface WindowCount {
  /** Epoch ms at which the current window began. */
  start: number
  count: number
  before: number
  /** Epoch ms before which every attempt is rejected. */
  notBefore?: number
}

export interface Verdict {
  next: WindowCount
  allowed: boolean
  /** Whole seconds until another attempt can pass; 0 if this one did. */
  retryAfter: number
}

export interface Attempt {
  /** Attempts that may pass in any `window` (ms). */
  max: number
  window: number
  /** Epoch ms. */
  now: number
  /** The number of the attempt that is the first to delay the next one; none without it. */
  slowFrom?: number
}

/**
 * Counts one attempt at `now` (epoch ms) against `max` in any `window` (ms). From the `slowFrom`th on, each delays the next by 1 s, 2, 4,
 * 8 and so on, up to a window. A rejected attempt is not counted.
 */
export function countTry(
  state: WindowCount | undefined,
  { max, window, now, slowFrom = Number.POSITIVE_INFINITY }: Attempt,
): Verdict {
  const current = roll(state, window, now)
  const elapsed = now - current.start
  const weighted = current.before * (1 - elapsed / window) + current.count
  const pause = Math.max(0, (current.notBefore ?? 0) - now)
  if (weighted + 1 <= max && pause === 0) {
    const notBefore = now + throttleDelay(Math.floor(weighted + 1), slowFrom, window)
    return { next: { ...current, count: current.count + 1, notBefore }, allowed: true, retryAfter: 0 }
  }
  const wait = weighted + 1 <= max ? pause : Math.max(pause, waitFor(current, max, window, elapsed))
  return { next: current, allowed: false, retryAfter: Math.max(1, Math.ceil(wait / 1_000)) }
}

function throttleDelay(tries: number, slowFrom: number, window: number): number {
  return tries < slowFrom ? 0 : Math.min(window, 1_000 * 2 ** (tries - slowFrom))
}

function roll(state: WindowCount | undefined, window: number, now: number): WindowCount {
  const age = state ? now - state.start : Number.POSITIVE_INFINITY
  // `now` is a Worker's clock, and clocks differ by milliseconds: one that is slightly behind must not reset the count.
  if (!state || age < -window || age >= 2 * window) return { start: now, count: 0, before: 0 }
  if (age < window) return state
  return { start: state.start + window, count: 0, before: state.count, notBefore: state.notBefore }
}

/** Returns the milliseconds until the weighted count allows one more attempt. */
function waitFor({ count, before }: WindowCount, max: number, window: number, elapsed: number): number {
  const room = max - 1 - count
  if (room >= 0) return window * (1 - room / before) - elapsed
  return window - elapsed + window * Math.max(0, 1 - (max - 1) / count)
}
