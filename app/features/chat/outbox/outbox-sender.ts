import { unsentPrefix } from "~/browser/unsent"
import type { Message } from "~/domain/chat/schema"
import { backoff } from "~/lib/backoff"
import type { Outbox, Unsent } from "./outbox"

/** What became of a try to send. */
export type Sent =
  | { kind: "stored"; message: Message }
  /** The server will never take it as it is. */
  | { kind: "refused"; sentence: string }
  /** It may be taken later: after so many ms, or when the sender sees fit. */
  | { kind: "later"; after: number | null }

export interface SenderPorts {
  outbox: Outbox
  send: (unsent: Unsent) => Promise<Sent>
  /** Runs one thing at a time under a name, in all tabs of the browser. */
  lock: (name: string, act: () => Promise<number | null>) => Promise<number | null>
  /** What a message that waited too long says. */
  tooOld: string
  now?: () => number
}

/** What was written longer ago (ms) may be true no more: its author decides. */
const sentWithin = 24 * 60 * 60_000

/**
 * Sends what is unsent, in order in each conversation, until nothing is left: a message is tried again with its own `client_id`, so that
 * it is stored once, however many tabs try.
 */
export function createSender({ outbox, send, lock, tooOld, now = Date.now }: SenderPorts) {
  const running = new Map<string, { wake: () => void }>()
  let isClosed = false

  /** Sends the first that can be sent; gives how long to wait (ms) before the next, null when nothing is left. */
  async function sendFirst(conversationId: string, failures: number): Promise<number | null> {
    outbox.reread()
    const first = outbox.list(conversationId).find(({ problem }) => problem === null)
    if (!first || isClosed) return null
    if (now() - first.created_at > sentWithin) {
      outbox.fail(first, tooOld)
      return 0
    }
    const sent = await send(first)
    if (sent.kind === "later") return sent.after ?? backoff(failures + 1)
    if (sent.kind === "stored") outbox.confirm(first, sent.message)
    else outbox.fail(first, sent.sentence)
    return 0
  }

  async function run(conversationId: string): Promise<void> {
    let failures = 0
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        running.set(conversationId, { wake: resolve })
      })
      const name = `${unsentPrefix} ${conversationId}`
      const wait = await lock(name, () => sendFirst(conversationId, failures)).catch(() => backoff(failures + 1))
      if (wait === null) break
      failures = wait > 0 ? failures + 1 : 0
      // Not under the lock: a tab that sleeps must not keep the others waiting.
      if (wait > 0) {
        let timer: ReturnType<typeof setTimeout> | undefined
        const isOver = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, wait)
        })
        await Promise.race([woken, isOver])
        clearTimeout(timer)
      }
    }
    running.delete(conversationId)
    // Something may have come in between.
    start()
  }

  /** Begins with what is not under way. */
  function start(): void {
    if (isClosed) return
    for (const id of outbox.conversations()) {
      const hasMore = outbox.list(id).some(({ problem }) => problem === null)
      if (hasMore && !running.has(id)) void run(id)
    }
  }

  const stop = outbox.subscribe(start)
  start()
  return {
    /** Tries again now what waits: the network is back. */
    wake() {
      for (const { wake } of [...running.values()]) wake()
      start()
    },
    close() {
      isClosed = true
      stop()
      for (const { wake } of [...running.values()]) wake()
    },
  }
}
