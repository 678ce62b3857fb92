import { unsentPrefix } from "~/browser/unsent"
import type { Message } from "~/domain/chat/schema"
import { backoff } from "~/lib/backoff"
import type { Outbox, Unsent } from "./outbox"

/** The result of an attempt to send. */
export type Sent =
  | { kind: "stored"; message: Message }
  /** The server will never accept it as it is. */
  | { kind: "refused"; sentence: string }
  /** The message may be accepted later: after `after` ms, or after the sender's own delay. */
  | { kind: "later"; after: number | null }

export interface SenderPorts {
  outbox: Outbox
  send: (unsent: Unsent) => Promise<Sent>
  /** Runs one act at a time per name, in all tabs of the browser. */
  lock: (name: string, action: () => Promise<number | null>) => Promise<number | null>
  /** The problem of a message that waited too long. */
  tooOld: string
  now?: () => number
}

/** The age (ms) from which an unsent message may be out of date: its author decides. */
const sentWithin = 24 * 60 * 60_000

/**
 * Sends the unsent messages, in order in each conversation, until nothing is left: a message is retried with its own
 * `client_id`, so that it is stored once, however many tabs send it.
 */
export function createSender({ outbox, send, lock, tooOld, now = Date.now }: SenderPorts) {
  const running = new Map<string, { endWait: () => void }>()
  let isClosed = false

  /**
   * Sends the first message that can be sent; returns how long to wait (ms) before the next, null when nothing is left.
   */
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
      const enqueued = new Promise<void>((resolve) => {
        running.set(conversationId, { endWait: resolve })
      })
      const name = `${unsentPrefix} ${conversationId}`
      const wait = await lock(name, () => sendFirst(conversationId, failures)).catch(() => backoff(failures + 1))
      if (wait === null) break
      failures = wait > 0 ? failures + 1 : 0
      // Not under the lock: a sleeping tab must not block the others.
      if (wait > 0) {
        let timer: ReturnType<typeof setTimeout> | undefined
        const isOver = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, wait)
        })
        await Promise.race([enqueued, isOver])
        clearTimeout(timer)
      }
    }
    running.delete(conversationId)
    // A message may have been added meanwhile.
    start()
  }

  /** Starts every conversation that is not being sent. */
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
    /** Retries at once what waits: the network is back. */
    retryNow() {
      for (const { endWait } of [...running.values()]) endWait()
      start()
    },
    close() {
      isClosed = true
      stop()
      for (const { endWait } of [...running.values()]) endWait()
    },
  }
}
