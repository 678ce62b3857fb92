/**
 * A sliding window in constant space: the count of the window before weighs in by the share of it that the last `window`
 * milliseconds still cover (the way Cloudflare counts, blog.cloudflare.com/counting-things-a-lot-of-different-things).
 */
export interface WindowCount {
  /** Epoch ms at which the present window began. */
  start: number
  count: number
  before: number
  /** Epoch ms before which no try passes. */
  notBefore?: number
}

export interface Verdict {
  next: WindowCount
  allowed: boolean
  /** Whole seconds until a further try can pass; 0 when this one did. */
  retryAfter: number
}

/**
 * Counts one try at `now` (epoch ms) against `max` in any `window` (ms). From the `slowFrom`th on, each makes the next one wait: 1 s, 2,
 * 4, 8 and so on, a window at most. A refused try is not counted.
 */
export function countTry(
  state: WindowCount | undefined,
  max: number,
  window: number,
  now: number,
  slowFrom = Number.POSITIVE_INFINITY,
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
  // `now` is the Worker's clock, and no two agree to the millisecond: one that is a little behind must not wipe the count.
  if (!state || age < -window || age >= 2 * window) return { start: now, count: 0, before: 0 }
  if (age < window) return state
  return { start: state.start + window, count: 0, before: state.count, notBefore: state.notBefore }
}

/** Milliseconds until the weighted count has fallen by enough for one more try. */
function waitFor({ count, before }: WindowCount, max: number, window: number, elapsed: number): number {
  const room = max - 1 - count
  if (room >= 0) return window * (1 - room / before) - elapsed
  return window - elapsed + window * Math.max(0, 1 - (max - 1) / count)
}
