import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Message } from "~/domain/chat/schema"
import {
  changeThread,
  currentQuote,
  startThread,
  type ThreadChange,
  type ThreadState,
} from "~/features/chat/thread/thread-state"

const me = "me"
const message = (seq: number, change: Partial<Message> = {}): Message => ({
  conversation_id: "c",
  seq,
  author_id: "other",
  reply_to: null,
  body: `text ${seq}`,
  created_at: seq * 1_000,
  edited_at: null,
  deleted_at: null,
  ...change,
})
const thread = (seqs: number[], has_before = false, has_after = false) => ({
  data: seqs.map((seq) => message(seq)),
  has_before,
  has_after,
})
const start = (seqs: number[], hasAfter = false, othersReadSeq: number | null = 0) =>
  startThread({ conversationId: "c", userId: me, thread: thread(seqs, false, hasAfter), othersReadSeq })
const changed = (state: ThreadState, ...changes: ThreadChange[]) => changes.reduce(changeThread, state)
const seqs = ({ messages }: ThreadState) => messages.map(({ seq }) => seq)
const event = (type: string, fields: object): ThreadChange => ({ kind: "event", event: { type, ...fields }, now: 5 })

describe("an open conversation", () => {
  test("an open conversation shows the user's message once, if the response or the event is first", () => {
    const own = message(3, { client_id: "a", author_id: me })
    const changes: ThreadChange[] = [{ kind: "stored", message: own }, event("message", { message: own })]
    for (const order of [changes, changes.toReversed()]) {
      expect(seqs(changed(start([1, 2]), ...order))).toEqual([1, 2, 3])
    }
  })

  test("an open conversation ignores events of other conversations", () => {
    const state = start([1])
    expect(changed(state, event("message", { message: message(2, { conversation_id: "d" }) }))).toEqual(state)
    expect(
      changed(state, event("message.deleted", { conversation_id: "d", message_seq: 1, is_for_both: true })),
    ).toEqual(state)
    expect(changed(state, event("typing", { conversation_id: "d" }))).toEqual(state)
  })

  test("an open conversation removes the text of a message deleted for both, and the whole message deleted for the user", () => {
    const deleted = (is_for_both: boolean) =>
      changed(start([1, 2]), event("message.deleted", { conversation_id: "c", message_seq: 1, is_for_both }))
    expect(deleted(true).messages[0]).toMatchObject({ seq: 1, body: null, deleted_at: 5 })
    expect(seqs(deleted(false))).toEqual([2])
  })

  test("the other member's cursor only moves forward, also when the page was loaded before they shared it", () => {
    const read = (read_seq: number) => event("read", { conversation_id: "c", read_seq })
    expect(changed(start([1, 2, 3]), read(2), read(1)).othersReadSeq).toBe(2)
    expect(changed(start([1], false, null), read(1)).othersReadSeq).toBe(1)
    const shared = (othersReadSeq: number | null): ThreadChange => ({ kind: "shared", othersReadSeq })
    expect(changed(start([1, 2]), read(2), shared(1)).othersReadSeq).toBe(2)
    expect(changed(start([1, 2]), read(2), shared(null)).othersReadSeq).toBeNull()
  })

  test("an open conversation adds nothing after a place from where later messages are not loaded", () => {
    expect(seqs(changed(start([1, 2], true), event("message", { message: message(90) })))).toEqual([1, 2])
  })

  test("an open conversation retains its messages when the page's data is far ahead, and loads the rest later", () => {
    const reloaded = (seqsOfPage: number[]) =>
      changed(start([1, 2]), { kind: "reloaded", thread: thread(seqsOfPage, true) })
    expect(seqs(reloaded([2, 3, 4]))).toEqual([1, 2, 3, 4])
    expect(seqs(reloaded([50, 51]))).toEqual([1, 2])
    expect([reloaded([2, 3]).hasAfter, reloaded([50, 51]).hasAfter]).toEqual([false, true])
  })

  test("an open conversation removes messages missing from a fresh piece, and nothing outside of it", () => {
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

  test("an open conversation retains a message that was stored after a fresh piece was requested", () => {
    const stale = { kind: "refreshed", from: 1, knownTo: 2, thread: thread([1, 2], false, false) } as const
    expect(seqs(changed(start([1, 2]), { kind: "stored", message: message(3) }, stale))).toEqual([1, 2, 3])
  })

  test("an open conversation counts the unread messages after the loaded ones, down as they load and up as more arrive", () => {
    const unread = { count: 10, after: 1 }
    const first = thread([1, 2, 3], false, true)
    const state = startThread({ conversationId: "c", userId: me, thread: first, othersReadSeq: 0, unread })
    expect(state.unreadAfter).toBe(8)
    const later = changed(state, event("message", { message: message(40) }), {
      kind: "loaded",
      where: "after",
      thread: thread([4, 5, 6], true, true),
    })
    expect(later.unreadAfter).toBe(6)
    expect(changed(later, { kind: "jumped", seen: 0, thread: thread([39, 40], true) })).toMatchObject({
      unreadAfter: 0,
      hasAfter: false,
      hasBefore: true,
    })
  })

  test("an open conversation restores a message whose deletion was undone, at its place", () => {
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
      { kind: "jumped", seen: 0, thread: thread([1, 2, 3]) },
      { kind: "stored", message: message(2) },
      event("message.changed", { message: message(2) }),
    ]
    for (const bringer of bringers) expect(seqs(changed(start([1, 2, 3]), removed, bringer))).toEqual([1, 3])
    const restored: ThreadChange = { kind: "restored", message: message(2) }
    for (const bringer of bringers)
      expect(seqs(changed(start([1, 2, 3]), removed, restored, bringer))).toEqual([1, 2, 3])
  })

  test("a jump to the middle counts what it leaves unseen, and lets later messages load", () => {
    const jumped = changed(start([7, 8, 9]), { kind: "jumped", seen: 7, thread: thread([2, 3, 4], true, true) })
    expect(jumped).toMatchObject({ unreadAfter: 2, hasAfter: true, hasBefore: true })
    expect(seqs(changed(jumped, event("message", { message: message(10) })))).toEqual([2, 3, 4])
  })

  test("an open conversation stays in order, each message once, for arrivals in any order", () => {
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

describe("a quote", () => {
  const quote = { seq: 1, author_id: "other", body: "text 1" }
  const reply = message(5, { reply_to: quote })
  const edited = event("message.changed", { message: message(1, { body: "edited" }) })
  const deleted = (is_for_both: boolean) =>
    event("message.deleted", { conversation_id: "c", message_seq: 1, is_for_both })
  /** Returns the quote of the reply, with its original loaded or not. */
  const quoted = (loaded: Message[], ...changes: ThreadChange[]) => {
    const state = changed(
      startThread({ conversationId: "c", userId: me, thread: { ...thread([]), data: loaded }, othersReadSeq: 0 }),
      ...changes,
    )
    const shown = state.messages.find(({ seq }) => seq === 5)?.reply_to
    return shown && currentQuote(state, shown).body
  }

  test.each([
    ["loaded", [message(1), reply]],
    ["not loaded", [reply]],
  ])("a quote follows its original, which is %s", (_, loaded) => {
    expect(quoted(loaded)).toBe("text 1")
    expect(quoted(loaded, edited)).toBe("edited")
    expect(quoted(loaded, deleted(true))).toBeNull()
    expect(quoted(loaded, deleted(false))).toBeNull()
    expect(quoted(loaded, { kind: "removed", seq: 1 })).toBeNull()
    expect(quoted(loaded, { kind: "removed", seq: 1 }, { kind: "restored", message: message(1) })).toBe("text 1")
  })

  test("a reply that is deleted for both quotes nothing", () => {
    const gone = event("message.deleted", { conversation_id: "c", message_seq: 5, is_for_both: true })
    expect(quoted([message(1), reply], gone)).toBeNull()
  })
})
