import type { Store } from "./store.ts"

const realSeconds = () => Math.floor(Date.now() / 1000)

/** The simulator's time in Unix seconds: real time plus an offset, which is stored. */
export class Clock {
  #store: Store
  #stoppedAt: number | null = null

  constructor(store: Store) {
    this.#store = store
  }

  get offset(): number {
    return this.#store.note<number>("clock.offset") ?? 0
  }

  now(): number {
    return this.#stoppedAt ?? realSeconds() + this.offset
  }

  /** Runs `work` with the clock standing at `time`. */
  at<T>(time: number, work: () => T): T {
    const before = this.#stoppedAt
    this.#stoppedAt = time
    try {
      return work()
    } finally {
      this.#stoppedAt = before
    }
  }

  /** Runs `work` with the clock standing: a request happens at one moment, however long it takes. */
  hold<T>(work: () => T): T {
    return this.at(this.now(), work)
  }

  /** Sets the clock to `time`; it runs on from there. */
  set(time: number): void {
    this.#store.setNote("clock.offset", time - realSeconds())
  }
}
