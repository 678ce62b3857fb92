import { beforeEach, describe, expect, test, vi } from "vitest"
import type { Message } from "~/domain/chat/schema"
import { createOutbox, type Unsent } from "~/features/chat/outbox/outbox"
import { createSender, type SenderPorts, type Sent } from "~/features/chat/outbox/outbox-sender"

/** The part of a browser's storage used here. */
class MemoryStorage {
  readonly items = new Map<string, string>()
  get length() {
    return this.items.size
  }
  key = (index: number) => [...this.items.keys()][index] ?? null
  getItem = (key: string) => this.items.get(key) ?? null
  setItem = (key: string, value: string) => void this.items.set(key, value)
  removeItem = (key: string) => void this.items.delete(key)
  clear = () => this.items.clear()
}

const stored = ({ conversation_id, client_id, body }: Unsent): Sent => {
  const message = {
    conversation_id,
    client_id,
    body,
    seq: 1,
    author_id: "me",
    reply_to: null,
    created_at: 1,
    edited_at: null,
    deleted_at: null,
  }
  return { kind: "stored", message: message satisfies Message }
}

let storage: MemoryStorage
const outboxFor = (user = "me") => createOutbox(storage as unknown as Storage, user)
const bodies = (list: readonly Unsent[]) => list.map(({ body }) => body)

/** Locks by name, as Web Locks do for all tabs of a browser. */
function locks(): SenderPorts["lock"] {
  const tails = new Map<string, Promise<unknown>>()
  return (name, action) => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(action)
    tails.set(
      name,
      turn.catch(() => {}),
    )
    return turn
  }
}

beforeEach(() => {
  storage = new MemoryStorage()
})

describe("unsent messages", () => {
  test("unsent messages are in another tab and after a reload, in order, for their author alone", () => {
    const outbox = outboxFor()
    for (const body of ["one", "two", "three"]) outbox.add("c", body)
    outbox.add("d", "elsewhere")
    expect(bodies(outboxFor().list("c"))).toEqual(["one", "two", "three"])
    expect(outboxFor().conversations()).toEqual(["c", "d"])
    expect(outboxFor("somebody").conversations()).toEqual([])
    expect([...storage.items.keys()].every((key) => key.startsWith("chat unsent "))).toBe(true)
  })

  test("unsent messages live as long as the page if the browser stores nothing", () => {
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError")
    }
    const outbox = outboxFor()
    outbox.add("c", "one")
    expect(bodies(outbox.list("c"))).toEqual(["one"])
    outbox.remove(outbox.list("c")[0] as Unsent)
    expect(outbox.list("c")).toEqual([])
  })

  test("an unsent reply keeps the number of its original, and one of an earlier version of the page is none", () => {
    outboxFor().add("c", "reply", 7)
    const entry = JSON.stringify({ body: "older", created_at: 1, problem: null })
    storage.setItem("chat unsent me c older", entry)
    storage.setItem("chat unsent me c wrong", JSON.stringify({ ...JSON.parse(entry), reply_to: "7" }))
    expect(outboxFor().list("c")).toMatchObject([
      { body: "older", reply_to: null },
      { body: "reply", reply_to: 7 },
    ])
  })

  test("the list of unsent messages is the same array until it changes", () => {
    const outbox = outboxFor()
    outbox.add("c", "one")
    expect(outbox.list("c")).toBe(outbox.list("c"))
    const before = outbox.list("c")
    outbox.add("c", "two")
    expect(outbox.list("c")).not.toBe(before)
  })
})

describe("the sender", () => {
  const settled = (outbox: ReturnType<typeof outboxFor>) =>
    vi.waitFor(() => expect(outbox.list("c")).toEqual([]), 5_000)

  test("the sender sends each message once and in order, even from two tabs at the same time", async () => {
    const lock = locks()
    const sent: string[] = []
    const send = async (unsent: Unsent) => {
      await new Promise((resolve) => setTimeout(resolve, 1))
      sent.push(unsent.body)
      return stored(unsent)
    }
    const tabs = [outboxFor(), outboxFor()]
    for (const outbox of tabs) createSender({ outbox, send, lock, tooOld: "" })
    for (const body of ["one", "two", "three", "four"]) tabs[0]?.add("c", body)
    tabs[1]?.reread()
    await settled(tabs[0] as ReturnType<typeof outboxFor>)
    expect(sent).toEqual(["one", "two", "three", "four"])
  })

  test("the sender retries at once with the same client_id on request, and preserves the order", async () => {
    let isUp = false
    const tries: [string, string][] = []
    const outbox = outboxFor()
    const sender = createSender({
      outbox,
      lock: locks(),
      tooOld: "",
      send: async (unsent) => {
        tries.push([unsent.body, unsent.client_id])
        return isUp ? stored(unsent) : { kind: "later", after: 60_000 }
      },
    })
    outbox.add("c", "one")
    outbox.add("c", "two")
    await vi.waitFor(() => expect(tries.length).toBe(1))
    isUp = true
    sender.retryNow()
    await settled(outbox)
    expect(tries.map(([body]) => body)).toEqual(["one", "one", "two"])
    expect(tries[0]?.[1]).toBe(tries[1]?.[1])
  })

  test("the sender waits as long as the server asks", async () => {
    const outbox = outboxFor()
    const at: number[] = []
    createSender({
      outbox,
      lock: locks(),
      tooOld: "",
      send: async (unsent) => {
        at.push(Date.now())
        return at.length === 1 ? { kind: "later", after: 80 } : stored(unsent)
      },
    })
    outbox.add("c", "one")
    await settled(outbox)
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(75)
  })

  test("the sender leaves a refused message to its author, and sends the next ones", async () => {
    const outbox = outboxFor()
    const sent: string[] = []
    let refuses = true
    createSender({
      outbox,
      lock: locks(),
      tooOld: "",
      send: async (unsent) => {
        if (unsent.body === "one" && refuses) return { kind: "refused", sentence: "No." }
        sent.push(unsent.body)
        return stored(unsent)
      },
    })
    outbox.add("c", "one")
    outbox.add("c", "two")
    await vi.waitFor(() => expect(outbox.list("c")).toMatchObject([{ body: "one", problem: "No." }]))
    expect(sent).toEqual(["two"])
    refuses = false
    outbox.retry(outbox.list("c")[0] as Unsent)
    await settled(outbox)
  })

  test("the sender asks the author before it sends a message that is more than a day old", async () => {
    const outbox = createOutbox(storage as unknown as Storage, "me", () => Date.now() - 25 * 60 * 60_000)
    outbox.add("c", "one")
    const send = vi.fn(async (unsent: Unsent) => stored(unsent))
    createSender({ outbox: outboxFor(), lock: locks(), tooOld: "Too old.", send })
    await vi.waitFor(() => expect(outboxFor().list("c")).toMatchObject([{ problem: "Too old." }]))
    expect(send).not.toHaveBeenCalled()
  })

  test("the conversation receives a stored message before it leaves the unsent ones", async () => {
    const outbox = outboxFor()
    const seen: [string | null, number][] = []
    outbox.onStored(({ body }) => seen.push([body, outbox.list("c").length]))
    createSender({ outbox, lock: locks(), tooOld: "", send: async (unsent) => stored(unsent) })
    outbox.add("c", "one")
    await settled(outbox)
    expect(seen).toEqual([["one", 1]])
  })
})
