import { perMinute } from "~/domain/chat/policy"

/**
 * When one member sent the messages of the last minute, in all their conversations: every message of theirs passes here before its room
 * stores it, so that any number of rooms at once take no more than one would (trust-safety R19).
 */
export class SentMessages {
  #times: number[] | null = null

  /** `load` gives the times of those after a moment, oldest first: asked once, since memory does not outlive hibernation. */
  constructor(private readonly load: (since: number) => number[]) {}

  /** Counts a message at `now` (epoch ms): 0, or for how long (ms) none may be sent; then it is not counted. */
  take(now: number): number {
    const since = now - perMinute.window
    this.#times = (this.#times ?? this.load(since)).filter((time) => time > since)
    const oldest = this.#times.at(-perMinute.max)
    if (oldest !== undefined) return oldest - since
    this.#times.push(now)
    return 0
  }

  /** Takes back one that was counted at `now` and not stored. */
  giveBack(now: number): void {
    const at = this.#times?.indexOf(now) ?? -1
    if (at >= 0) this.#times?.splice(at, 1)
  }
}
