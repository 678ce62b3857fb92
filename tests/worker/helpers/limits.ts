import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { type LimitName, limits, windowMilliseconds } from "~/domain/core/rate-limits"

/**
 * Counts attempts under a key, so that at most `left` more may pass. The object counts them itself: hundreds of requests would take
 * a slow machine longer than a test may.
 */
export async function exhaustLimit(name: LimitName, key: string, { left = 0 } = {}): Promise<void> {
  const { max, window } = limits[name]
  const attempt = { max, window: windowMilliseconds(window), now: Date.now(), count: true }
  await runInDurableObject(env.RateLimiter.getByName(`${name}:${key}`), async (limiter) => {
    for (let n = left; n < max; n += 1) await limiter.take(attempt)
  })
}
