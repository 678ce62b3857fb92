/** At least so long between two times that one member is said to type in a conversation, ms. */
export const typingEvery = 2_000
const mostRemembered = 100

/** How often a member is said to type, over all their sockets: once in a while for each conversation. */
export class TypingPace {
  readonly #at = new Map<string, number>()

  /** Whether it may be said at `now` (epoch ms). */
  take(conversationId: string, now: number): boolean {
    if (now - (this.#at.get(conversationId) ?? 0) < typingEvery) return false
    if (this.#at.size >= mostRemembered)
      for (const [id, at] of this.#at) if (now - at >= typingEvery) this.#at.delete(id)
    this.#at.set(conversationId, now)
    return true
  }
}
