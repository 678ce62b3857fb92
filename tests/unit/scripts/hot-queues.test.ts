import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { createQueues, type LocalBatch } from "../../../scripts/lib/hot-queues.ts"

const consumer = { max_batch_size: 2, max_batch_timeout: 1, max_retries: 2 }
const settings = {
  producers: [
    { binding: "JOB_QUEUE", queue: "jobs" },
    { binding: "STEP_QUEUE", queue: "steps" },
  ],
  consumers: [
    { queue: "jobs", ...consumer, dead_letter_queue: "dead" },
    { queue: "steps", ...consumer },
    { queue: "dead", ...consumer },
  ],
}

/** Starts the queues with a consumer; returns what it consumed, as `queue: body x attempts`. */
function started(consume: (batch: LocalBatch) => void) {
  const consumed: string[] = []
  const errors: string[] = []
  const { bindings, close } = createQueues(settings, {
    async consume(batch) {
      consumed.push(`${batch.queue}: ${batch.messages.map(({ body, attempts }) => `${body} x${attempts}`).join(", ")}`)
      consume(batch)
    },
    onError: ({ message }) => errors.push(message),
  })
  const send = (binding: string, body: unknown, delaySeconds?: number) =>
    bindings[binding]?.send(body, { delaySeconds })
  return { consumed, errors, send, bindings, close }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("the queues of the hot server", () => {
  test("a full batch is delivered at once, and another after its timeout", async () => {
    const { consumed, send } = started(() => {})
    await send("JOB_QUEUE", "a")
    await vi.advanceTimersByTimeAsync(999)
    expect(consumed).toEqual([])
    await send("JOB_QUEUE", "b")
    expect(consumed).toEqual(["jobs: a x1, b x1"])
    await send("JOB_QUEUE", "c")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(consumed).toEqual(["jobs: a x1, b x1", "jobs: c x1"])
  })

  test("a delayed message is delivered when its delay is over, alone or of a batch", async () => {
    const { consumed, send, bindings } = started(() => {})
    await send("JOB_QUEUE", "late", 30)
    await bindings.JOB_QUEUE?.sendBatch([{ body: "later", delaySeconds: 60 }, { body: "also late" }], {
      delaySeconds: 30,
    })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(consumed).toEqual([])
    await vi.advanceTimersByTimeAsync(2)
    expect(consumed).toEqual(["jobs: late x1, also late x1"])
    await vi.advanceTimersByTimeAsync(31_000)
    expect(consumed).toEqual(["jobs: late x1, also late x1", "jobs: later x1"])
  })

  test("a message that is retried is delivered again after its delay, and those beside it are not", async () => {
    const { consumed, send } = started(({ messages }) => {
      for (const message of messages)
        if (message.body === "b" && message.attempts === 1) message.retry({ delaySeconds: 60 })
    })
    await send("JOB_QUEUE", "a")
    await send("JOB_QUEUE", "b")
    await vi.advanceTimersByTimeAsync(59_999)
    expect(consumed).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1_001)
    expect(consumed.slice(1)).toEqual(["jobs: b x2"])
  })

  test("a message goes to the dead letters after its last retry, and is dropped where there are none", async () => {
    const { consumed, send } = started(({ queue, retryAll }) => queue !== "dead" && retryAll())
    await send("JOB_QUEUE", "a")
    await send("STEP_QUEUE", "b")
    await vi.advanceTimersByTimeAsync(60_000)
    expect(consumed.filter((line) => line.startsWith("jobs"))).toEqual(["jobs: a x1", "jobs: a x2", "jobs: a x3"])
    expect(consumed.filter((line) => line.startsWith("steps"))).toEqual(["steps: b x1", "steps: b x2", "steps: b x3"])
    expect(consumed.filter((line) => line.startsWith("dead"))).toEqual(["dead: a x1"])
  })

  test("a batch whose consumer throws is retried, but for what it acknowledged", async () => {
    const { consumed, errors, send } = started(({ messages }) => {
      if (messages[0]?.attempts !== 1) return
      messages[0].ack()
      throw new Error("The consumer failed.")
    })
    await send("JOB_QUEUE", "a")
    await send("JOB_QUEUE", "b")
    await vi.advanceTimersByTimeAsync(60_000)
    expect(errors).toEqual(["The consumer failed."])
    expect(consumed).toEqual(["jobs: a x1, b x1", "jobs: b x2"])
  })

  test("a message is a copy: its sender may change the original", async () => {
    const bodies: unknown[] = []
    const { send } = started(({ messages }) => bodies.push(...messages.map(({ body }) => body)))
    const body = { id: "first" }
    await send("JOB_QUEUE", body)
    body.id = "changed"
    await vi.advanceTimersByTimeAsync(1_000)
    expect(bodies).toEqual([{ id: "first" }])
  })

  test("closing ends every timer", async () => {
    const { consumed, send, close } = started(() => {})
    await send("JOB_QUEUE", "a")
    await send("JOB_QUEUE", "b", 60)
    await close()
    await send("JOB_QUEUE", "c", 1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(consumed).toEqual([])
  })

  test("a producer without a consumer is a mistake of wrangler.toml", () => {
    const callbacks = { consume: async () => {}, onError: () => {} }
    expect(() => createQueues({ ...settings, consumers: [] }, callbacks)).toThrow("no consumer of the queue jobs")
  })
})
