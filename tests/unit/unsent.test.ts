import { afterEach, describe, expect, test, vi } from "vitest"
import { deleteUnsent, readUnsent, storeUnsent } from "~/lib/unsent"

/** What of `Storage` a tab's own one does here. */
class FakeStorage {
  getItem = (key: string) => (this as unknown as Record<string, string>)[key] ?? null
  setItem = (key: string, value: string) => void Object.assign(this, { [key]: value })
  removeItem = (key: string) => void Reflect.deleteProperty(this, key)
}

afterEach(() => void vi.unstubAllGlobals())

describe("messages that were not sent", () => {
  test("are there again after a reload, each conversation's by itself, until they are sent", () => {
    vi.stubGlobal("sessionStorage", new FakeStorage())
    storeUnsent("a", [{ body: "hello" }])
    storeUnsent("b", [{ body: "other" }])
    expect(readUnsent("a")).toEqual([{ body: "hello" }])
    storeUnsent("a", [])
    expect([readUnsent("a"), readUnsent("b")]).toEqual([[], [{ body: "other" }]])
  })

  test("are gone for who is no member, and nothing else is", () => {
    const storage = new FakeStorage()
    vi.stubGlobal("sessionStorage", storage)
    storeUnsent("a", [1])
    storeUnsent("b", [2])
    storage.setItem("salon:reload", "x")
    deleteUnsent()
    expect([readUnsent("a"), readUnsent("b"), storage.getItem("salon:reload")]).toEqual([[], [], "x"])
    expect(Object.values(storage)).toContain("x")
  })

  test("are none where the browser blocks storage or holds what is not ours", () => {
    expect(() => storeUnsent("a", [1])).not.toThrow()
    expect(() => deleteUnsent()).not.toThrow()
    expect(readUnsent("a")).toEqual([])
    vi.stubGlobal("sessionStorage", Object.assign(new FakeStorage(), { "chat unsent a": "{" }))
    expect(readUnsent("a")).toEqual([])
  })
})
