import type { QueueConsumer, WranglerConfig } from "../deploy/deployment.ts"

/** The part of a `MessageBatch` that the Worker's consumers use. */
export interface LocalBatch {
  queue: string
  messages: readonly LocalMessage[]
  ackAll: () => void
  retryAll: (options?: RetryOptions) => void
}

interface LocalMessage {
  id: string
  body: unknown
  timestamp: Date
  /** 1 for the first delivery. */
  attempts: number
  ack: () => void
  retry: (options?: RetryOptions) => void
}

interface RetryOptions {
  delaySeconds?: number
}

interface Waiting {
  id: string
  body: unknown
  timestamp: Date
  attempts: number
}

type Producer = Pick<Queue, "send" | "sendBatch">

/**
 * Returns the queues of wrangler.toml by their binding, for a server without queues of its own: messages arrive in
 * batches and late, are retried, and go to the dead letters after their last retry, as the platform's do
 * (https://developers.cloudflare.com/queues/configuration/batching-retries/). They are in memory: the ones that wait
 * when the server ends are lost. A batch whose `consume` throws is retried whole, and `onError` gets the error.
 */
export function createQueues(
  { producers, consumers }: WranglerConfig["queues"],
  { consume, onError }: { consume: (batch: LocalBatch) => Promise<void>; onError: (error: Error) => void },
): { bindings: Record<string, Producer>; close: () => Promise<void> } {
  const queues = new Map<string, LocalQueue>()
  const deadLetters = (body: unknown, name: string | undefined) => void (name && queues.get(name)?.send(body, 0))
  for (const consumer of consumers)
    queues.set(
      consumer.queue,
      new LocalQueue(consumer, {
        consume,
        onError,
        giveUp: (body) => deadLetters(body, consumer.dead_letter_queue),
      }),
    )
  const bindings = producers.map(({ binding, queue: name }) => {
    const queue = queues.get(name)
    if (!queue) throw new Error(`wrangler.toml names no consumer of the queue ${name}`)
    return [binding, producerOf(queue)] as const
  })
  return {
    bindings: Object.fromEntries(bindings),
    close: async () => void (await Promise.all([...queues.values()].map((queue) => queue.close()))),
  }
}

function producerOf(queue: LocalQueue): Producer {
  return {
    async send(body, { delaySeconds = 0 } = {}) {
      queue.send(body, delaySeconds)
      return metrics
    },
    async sendBatch(messages, { delaySeconds = 0 } = {}) {
      for (const message of messages) queue.send(message.body, message.delaySeconds ?? delaySeconds)
      return metrics
    },
  }
}

const metrics = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } }

interface LocalQueueOptions {
  consume: (batch: LocalBatch) => Promise<void>
  onError: (error: Error) => void
  giveUp: (body: unknown) => void
}

class LocalQueue {
  readonly #consumer: QueueConsumer
  readonly #options: LocalQueueOptions
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<void>>()
  #waiting: Waiting[] = []
  #isClosed = false

  constructor(consumer: QueueConsumer, options: LocalQueueOptions) {
    this.#consumer = consumer
    this.#options = options
  }

  send(body: unknown, delaySeconds: number): void {
    const message = { id: crypto.randomUUID(), body: structuredClone(body), timestamp: new Date(), attempts: 1 }
    this.#after(delaySeconds, () => this.#add(message))
  }

  /** Ends the timers, and waits for the batches that are being consumed. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#running)
  }

  #after(seconds: number, work: () => void): void {
    if (this.#isClosed) return
    if (seconds === 0) {
      work()
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, seconds * 1_000)
    this.#timers.add(timer)
  }

  #add(message: Waiting): void {
    const { max_batch_size, max_batch_timeout } = this.#consumer
    this.#waiting.push(message)
    if (this.#waiting.length >= max_batch_size) this.#flush()
    else if (this.#waiting.length === 1) this.#after(max_batch_timeout, () => this.#flush())
  }

  #flush(): void {
    const messages = this.#waiting
    this.#waiting = []
    if (messages.length === 0) return
    const run = this.#deliver(messages).finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Consumes a batch; a message neither acknowledged nor retried is acknowledged, unless the consumer throws. */
  async #deliver(messages: readonly Waiting[]): Promise<void> {
    const outcomes = new Map<string, "ack" | RetryOptions>()
    const batch = messages.map(
      (message): LocalMessage => ({
        ...message,
        ack: () => outcomes.set(message.id, "ack"),
        retry: (options = {}) => outcomes.set(message.id, options),
      }),
    )
    let isFailed = false
    try {
      await this.#options.consume({
        queue: this.#consumer.queue,
        messages: batch,
        ackAll: () => {
          for (const message of batch) message.ack()
        },
        retryAll: (options) => {
          for (const message of batch) message.retry(options)
        },
      })
    } catch (error) {
      isFailed = true
      this.#options.onError(error as Error)
    }
    for (const message of messages) {
      const outcome = outcomes.get(message.id) ?? (isFailed ? {} : "ack")
      if (outcome !== "ack") this.#retry(message, outcome)
    }
  }

  #retry(message: Waiting, { delaySeconds = 0 }: RetryOptions): void {
    if (message.attempts > this.#consumer.max_retries) this.#options.giveUp(message.body)
    else this.#after(delaySeconds, () => this.#add({ ...message, attempts: message.attempts + 1 }))
  }
}
