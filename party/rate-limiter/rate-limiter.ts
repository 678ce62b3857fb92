import { DurableObject } from "cloudflare:workers"
import { type Attempt, countTry, type WindowCount } from "./rate-limit"

/** Counts the attempts of one key, e.g. `auth.sign-in.account:ada@example.org`: one object per key, deleted when its windows are over. */
export class RateLimiter extends DurableObject<Env> {
  /**
   * Returns 0 if an attempt at `now` (epoch ms) may pass, else the seconds to wait. `window` is in milliseconds; `slowFrom` as in
   * rate-limits.ts. Without `count` nothing is counted.
   */
  async take({ max, window, now, count, slowFrom }: Attempt & { count: boolean }): Promise<number> {
    const verdict = countTry(this.ctx.storage.kv.get<WindowCount>("window"), { max, window, now, slowFrom })
    if (!verdict.allowed || !count) return verdict.retryAfter
    this.ctx.storage.kv.put("window", verdict.next)
    await this.ctx.storage.setAlarm(verdict.next.start + 2 * window)
    return 0
  }

  /** Resets the count. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  /** Resolves if the object can be reached. */
  async ping(): Promise<"pong"> {
    return "pong"
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
