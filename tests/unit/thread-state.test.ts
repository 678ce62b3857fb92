import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Message } from "~/domain/chat/schema"
import { changeThread, startThread, type ThreadChange, type ThreadState } from "~/features/chat/thread/thread-state"

const me = "me"
const message = (seq: number, change: Partial<Message> = {}): Message => ({
  ...{ conversation_id: "c", seq, author_id: "other", body: `text ${seq}` },
  ...{ created_at: seq * 1_000, edited_at: null, deleted_at: null },
  ...change,
})
const thread = (seqs: number[], has_before = false, has_after = false) => ({
  ...{ data: seqs.map((seq) => message(seq)), has_before, has_after },
})
const start = (seqs: number[], hasAfter = false, othersReadSeq: number | null = 0) =>
  startThread({ conversationId: "c", userId: me, thread: thread(seqs, false, hasAfter), othersReadSeq })
const changed = (state: ThreadState, ...changes: ThreadChange[]) => changes.reduce(changeThread, state)
const seqs = ({ messages }: ThreadState) => messages.map(({ seq }) => seq)
const event = (type: string, fields: object): ThreadChange => ({ kind: "event", event: { type, ...fields }, now: 5 })

describe("an open conversation", () => {
  test("shows one's own message once, whichever comes first, the answer or the event", () => {
    const own = message(3, { client_id: "a", author_id: me })
    const changes: ThreadChange[] = [{ kind: "stored", message: own }, event("message", { message: own })]
    for (const order of [changes, changes.toReversed()]) {
      expect(seqs(changed(start([1, 2]), ...order))).toEqual([1, 2, 3])
    }
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

  test("moves the other one's cursor forward only, also when the page was loaded before they shared it", () => {
    const read = (read_seq: number) => event("read", { conversation_id: "c", read_seq })
    expect(changed(start([1, 2, 3]), read(2), read(1)).othersReadSeq).toBe(2)
    expect(changed(start([1], false, null), read(1)).othersReadSeq).toBe(1)
    const shared = (othersReadSeq: number | null): ThreadChange => ({ kind: "shared", othersReadSeq })
    expect(changed(start([1, 2]), read(2), shared(1)).othersReadSeq).toBe(2)
    expect(changed(start([1, 2]), read(2), shared(null)).othersReadSeq).toBeNull()
  })

  test("adds nothing after a place from where later ones are not loaded", () => {
    expect(seqs(changed(start([1, 2], true), event("message", { message: message(90) })))).toEqual([1, 2])
  })

  test("keeps what is on the screen when the page's data comes anew, far ahead of it, and loads the rest later", () => {
    const reloaded = (seqsOfPage: number[]) =>
      changed(start([1, 2]), { kind: "reloaded", thread: thread(seqsOfPage, true) })
    expect(seqs(reloaded([2, 3, 4]))).toEqual([1, 2, 3, 4])
    expect(seqs(reloaded([50, 51]))).toEqual([1, 2])
    expect([reloaded([2, 3]).hasAfter, reloaded([50, 51]).hasAfter]).toEqual([false, true])
  })

  test("loses what is not in a fresh piece any more, and nothing outside of it", () => {
    const refreshed = (from: number, seqsOfPiece: number[], hasAfter: boolean) =>
      changed(start([1, 2, 3, 4]), {
        kind: "refreshed",
        from,
        knownTo: 4,
        thread: thread(seqsOfPiece, false, hasAfter),
      })
    expect(seqs(refreshed(2, [2, 4], false))).toEqual([1, 2, 4])
    expect(seqs(refreshed(1, [1, 3], true))).toEqual([1, 3, 4])
    expect(seqs(refreshed(1, [1, 2, 3, 4, 5], true))).toEqual([1, 2, 3, 4, 5])
    expect([refreshed(1, [1, 3], true).hasAfter, refreshed(1, [1, 2, 3, 4, 5], true).hasAfter]).toEqual([false, true])
  })

  test("keeps a message that was stored after a fresh piece was asked for", () => {
    const stale = { kind: "refreshed", from: 1, knownTo: 2, thread: thread([1, 2], false, false) } as const
    expect(seqs(changed(start([1, 2]), { kind: "stored", message: message(3) }, stale))).toEqual([1, 2, 3])
  })

  test("counts what is unread after what is loaded, down as it loads and up as more comes", () => {
    const unread = { count: 10, after: 1 }
    const first = thread([1, 2, 3], false, true)
    const state = startThread({ conversationId: "c", userId: me, thread: first, othersReadSeq: 0, unread })
    expect(state.unreadAfter).toBe(8)
    const later = changed(state, event("message", { message: message(40) }), {
      ...{ kind: "loaded", where: "after", thread: thread([4, 5, 6], true, true) },
    })
    expect(later.unreadAfter).toBe(6)
    expect(changed(later, { kind: "jumped", thread: thread([39, 40], true) })).toMatchObject({
      ...{ unreadAfter: 0, hasAfter: false, hasBefore: true },
    })
  })

  test("has a message again whose deletion was taken back, at its place", () => {
    expect(
      seqs(changed(start([1, 2, 3]), { kind: "removed", seq: 2 }, { kind: "restored", message: message(2) })),
    ).toEqual([1, 2, 3])
  })

  test("does not show a message again that is being deleted, whatever still brings it", () => {
    const removed: ThreadChange = { kind: "removed", seq: 2 }
    const bringers: ThreadChange[] = [
      { kind: "reloaded", thread: thread([1, 2, 3]) },
      { kind: "refreshed", from: 1, knownTo: 3, thread: thread([1, 2, 3]) },
      { kind: "loaded", where: "before", thread: thread([1, 2]) },
      { kind: "jumped", thread: thread([1, 2, 3]) },
      { kind: "stored", message: message(2) },
      event("message.changed", { message: message(2) }),
    ]
    for (const bringer of bringers) expect(seqs(changed(start([1, 2, 3]), removed, bringer))).toEqual([1, 3])
    const restored: ThreadChange = { kind: "restored", message: message(2) }
    for (const bringer of bringers)
      expect(seqs(changed(start([1, 2, 3]), removed, restored, bringer))).toEqual([1, 2, 3])
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
