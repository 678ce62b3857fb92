import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Message } from "~/domain/chat/schema"
import { changeThread, startThread, type ThreadChange, type ThreadState } from "~/features/chat/thread-state"

const me = "me"
const message = (seq: number, change: Partial<Message> = {}): Message => ({
  ...{ conversation_id: "c", seq, author_id: "other", body: `text ${seq}` },
  ...{ created_at: seq * 1_000, edited_at: null, deleted_at: null },
  ...change,
})
const thread = (seqs: number[], has_before = false, has_after = false) => ({
  ...{ data: seqs.map((seq) => message(seq)), has_before, has_after },
})
const start = (seqs: number[], hasAfter = false) => startThread("c", thread(seqs, false, hasAfter), 0)
const changed = (state: ThreadState, ...changes: ThreadChange[]) => changes.reduce(changeThread, state)
const seqs = ({ messages }: ThreadState) => messages.map(({ seq }) => seq)
const event = (type: string, fields: object): ThreadChange => ({ kind: "event", event: { type, ...fields }, now: 5 })
const outgoing = (client_id: string) => ({ client_id, body: "hello", created_at: 1, problem: null })

describe("an open conversation", () => {
  test("shows one's own message once, whichever comes first, the answer or the event", () => {
    const own = message(3, { client_id: "a", author_id: me })
    const changes: ThreadChange[] = [{ kind: "stored", message: own }, event("message", { message: own })]
    for (const order of [changes, changes.toReversed()]) {
      const state = changed(start([1, 2]), { kind: "sending", outgoing: outgoing("a") }, ...order)
      expect([seqs(state), state.outgoing]).toEqual([[1, 2, 3], []])
    }
  })

  test("keeps what could not be sent, with why, until it is sent or let go", () => {
    const failed = changed(
      start([1]),
      { kind: "sending", outgoing: outgoing("a") },
      { kind: "failed", clientId: "a", problem: "No." },
    )
    expect(failed.outgoing).toMatchObject([{ client_id: "a", problem: "No." }])
    expect(changed(failed, { kind: "sending", outgoing: outgoing("a") }).outgoing).toMatchObject([{ problem: null }])
    expect(changed(failed, { kind: "dropped", clientId: "a" }).outgoing).toEqual([])
  })

  test("hears nothing of other conversations", () => {
    const state = start([1])
    expect(changed(state, event("message", { message: message(2, { conversation_id: "d" }) }))).toEqual(state)
    expect(
      changed(state, event("message.deleted", { conversation_id: "d", message_seq: 1, is_for_both: true })),
    ).toEqual(state)
    expect(changed(state, event("typing", { conversation_id: "d" }))).toEqual(state)
  })

  test("takes the words out of what was deleted for both, and the whole message where it was for oneself", () => {
    const deleted = (is_for_both: boolean) =>
      changed(start([1, 2]), event("message.deleted", { conversation_id: "c", message_seq: 1, is_for_both }))
    expect(deleted(true).messages[0]).toMatchObject({ seq: 1, body: null, deleted_at: 5 })
    expect(seqs(deleted(false))).toEqual([2])
  })

  test("moves the other one's cursor forward only, and not at all when they do not share it", () => {
    const read = (read_seq: number) => event("read", { conversation_id: "c", read_seq })
    expect(changed(start([1, 2, 3]), read(2), read(1)).othersReadSeq).toBe(2)
    expect(changed(startThread("c", thread([1]), null), read(1)).othersReadSeq).toBeNull()
  })

  test("adds nothing after a place from where later ones are not loaded", () => {
    expect(seqs(changed(start([1, 2], true), event("message", { message: message(90) })))).toEqual([1, 2])
  })

  test("has no hole when the page's answer comes anew, far ahead of what is there", () => {
    const reloaded = (seqsOfPage: number[]) =>
      seqs(changed(start([1, 2]), { kind: "reloaded", thread: thread(seqsOfPage, true), othersReadSeq: 0 }))
    expect(reloaded([2, 3, 4])).toEqual([1, 2, 3, 4])
    expect(reloaded([50, 51])).toEqual([50, 51])
  })

  test("stays in order, each message once, whatever arrives in whatever order", () => {
    const arrival = fc
      .integer({ min: 1, max: 30 })
      .map((seq): ThreadChange => event("message", { message: message(seq) }))
    const answer = fc
      .uniqueArray(fc.integer({ min: 1, max: 30 }))
      .map(
        (some): ThreadChange => ({ kind: "loaded", where: "before", thread: thread(some.toSorted((a, b) => a - b)) }),
      )
    fc.assert(
      fc.property(fc.array(fc.oneof(arrival, answer), { maxLength: 40 }), (changes) => {
        const shown = seqs(changed(start([10]), ...changes))
        expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a - b))
      }),
    )
  })
})
