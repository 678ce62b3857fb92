import { DurableObject } from "cloudflare:workers"
import { countTry, type WindowCount } from "./rate-limit"

/** Counts the tries of one key, e.g. `auth.sign-in.account:ada@example.org`: one object a key, gone when its windows are over. */
export class RateLimiter extends DurableObject<Env> {
  /**
   * Whether a try at `now` (epoch ms) may pass: 0, else the seconds to wait. `window` is in milliseconds; `slowFrom` as in
   * limits.ts. Without `count` it only looks.
   */
  async take(max: number, window: number, now: number, count: boolean, slowFrom?: number): Promise<number> {
    const verdict = countTry(this.ctx.storage.kv.get<WindowCount>("window"), max, window, now, slowFrom)
    if (!verdict.allowed || !count) return verdict.retryAfter
    this.ctx.storage.kv.put("window", verdict.next)
    await this.ctx.storage.setAlarm(verdict.next.start + 2 * window)
    return 0
  }

  /** Starts over, as if nothing had been tried. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  /** Answers when the object can be reached at all. */
  async ping(): Promise<"pong"> {
    return "pong"
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}
