import { type Attempt, countTry, type WindowCount } from "./rate-limit"

/** Attempts of one member by the name of their limit, counted in the memory of an object: it forgets them when it sleeps. */
export class CountedInMemory {
  readonly #counts = new Map<string, WindowCount>()

  /** Counts an attempt as `RateLimiter.take` does in its storage. Returns the whole seconds until one can pass; 0 if this one did. */
  take(name: string, { count, ...attempt }: Attempt & { count: boolean }): number {
    const { next, allowed, retryAfter } = countTry(this.#counts.get(name), attempt)
    if (allowed && count) this.#counts.set(name, next)
    return retryAfter
  }
}
