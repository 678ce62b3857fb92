import { limits, windowMilliseconds } from "~/domain/core/rate-limits"

const window = windowMilliseconds(limits["chat.send"].window)

/**
 * Rate limit on one member's messages in all conversations (trust-safety R19): each message is counted here before its room stores it, so
 * that parallel rooms accept no more than one would.
 */
export class SentMessages {
  #times: number[] | null = null

  /** `load` returns the times after a moment, oldest first; called once, because memory does not survive hibernation. */
  constructor(private readonly load: (since: number) => number[]) {}

  /** Counts a message at `now` (epoch ms) and returns 0; if it is one more than `max`, returns the wait (ms) and counts nothing. */
  take(now: number, max: number): number {
    const since = now - window
    this.#times = (this.#times ?? this.load(since)).filter((time) => time > since)
    const oldest = this.#times.at(-max)
    if (oldest !== undefined) return oldest - since
    this.#times.push(now)
    return 0
  }

  /** Removes a message that was counted at `now` but not stored. */
  giveBack(now: number): void {
    const at = this.#times?.indexOf(now) ?? -1
    if (at >= 0) this.#times?.splice(at, 1)
  }
}
