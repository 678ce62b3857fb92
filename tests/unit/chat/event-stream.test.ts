import { describe, expect, test, vi } from "vitest"
import { createEventStream, type LiveEvent, type MissedEvents } from "~/features/shell/live/event-stream"

const notified = (seq: number) => ({ seq, type: "message", payload: { n: seq } })
const page = (seqs: number[], rest: Partial<MissedEvents> = {}): MissedEvents => ({
  data: seqs.map(notified),
  next_cursor: null,
  is_complete: true,
  last_seq: seqs.at(-1) ?? 0,
  ...rest,
})

/** A stream that is at number 10, and the events that it passed on. */
async function streamAt10() {
  const passed: (number | undefined)[] = []
  const fetchAfter = vi.fn<(seq: number | null) => Promise<MissedEvents>>(async () => page([], { last_seq: 10 }))
  const onGap = vi.fn()
  const stream = createEventStream({ fetchAfter, onEvent: ({ seq }) => passed.push(seq), onGap })
  await stream.catchUp()
  return { stream, passed, fetchAfter, onGap }
}

const event = (seq?: number): LiveEvent => ({ seq, type: "message" })

describe("the stream of a member's events", () => {
  test("the event stream begins at the end of the log, and has everything shown reloaded", async () => {
    const { passed, fetchAfter, onGap } = await streamAt10()
    expect([passed, fetchAfter.mock.calls, onGap.mock.calls.length]).toEqual([[], [[null]], 1])
  })

  test("the event stream passes on each next event once, and ephemeral ones at once", async () => {
    const { stream, passed } = await streamAt10()
    for (const seq of [11, 11, undefined, 12, 11]) await stream.receive(event(seq))
    expect(passed).toEqual([11, undefined, 12])
  })

  test("the event stream fetches missed events before it passes on later ones", async () => {
    const { stream, passed, fetchAfter, onGap } = await streamAt10()
    fetchAfter.mockResolvedValueOnce(page([11, 12], { next_cursor: "12" })).mockResolvedValueOnce(page([13, 14]))
    const arriving = stream.receive(event(14))
    const later = stream.receive(event(15))
    await Promise.all([arriving, later])
    expect(passed).toEqual([11, 12, 13, 14, 15])
    expect(fetchAfter.mock.calls.slice(1)).toEqual([[10], [12]])
    expect(onGap).toHaveBeenCalledTimes(1)
  })

  test("the event stream reports a gap when missed events cannot be recovered", async () => {
    const { stream, passed, fetchAfter, onGap } = await streamAt10()
    fetchAfter.mockResolvedValueOnce(page([400], { is_complete: false, last_seq: 400 }))
    await stream.receive(event(401))
    expect([passed, onGap.mock.calls.length]).toEqual([[401], 2])
  })

  test("the event stream buffers events while a fetch fails, until one succeeds", async () => {
    const { stream, passed, fetchAfter } = await streamAt10()
    fetchAfter.mockRejectedValueOnce(new Error("offline"))
    await expect(stream.receive(event(12))).rejects.toThrow("offline")
    expect(passed).toEqual([])
    fetchAfter.mockResolvedValueOnce(page([11, 12]))
    await stream.catchUp()
    expect(passed).toEqual([11, 12])
  })
})
