/** Minimum interval between two relayed typing events of a conversation, ms. */
export const typingEvery = 2_000
const maxRemembered = 100

/** Throttles a member's typing events, per conversation and over all their sockets. */
export class TypingPace {
  readonly #at = new Map<string, number>()

  /** Returns whether to relay a typing event at `now` (epoch ms). */
  take(conversationId: string, now: number): boolean {
    if (now - (this.#at.get(conversationId) ?? 0) < typingEvery) return false
    if (this.#at.size >= maxRemembered)
      for (const [id, at] of this.#at) if (now - at >= typingEvery) this.#at.delete(id)
    this.#at.set(conversationId, now)
    return true
  }
}
