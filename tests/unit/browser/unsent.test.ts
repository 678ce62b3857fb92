import { afterEach, expect, test, vi } from "vitest"
import { deleteUnsent } from "~/browser/unsent"
import { createOutbox } from "~/features/chat/outbox/outbox"

/** The part of `Storage` used here; its keys are own properties, as in browsers. */
class FakeStorage {
  get length() {
    return Object.keys(this).filter((key) => typeof Reflect.get(this, key) === "string").length
  }
  key(index: number) {
    return Object.keys(this).filter((key) => typeof Reflect.get(this, key) === "string")[index] ?? null
  }
  getItem(key: string) {
    return (Reflect.get(this, key) as string | undefined) ?? null
  }
  setItem(key: string, value: string) {
    Reflect.set(this, key, value)
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key)
  }
}

afterEach(() => void vi.unstubAllGlobals())

test("unsent messages are deleted for a reader who is signed out, and nothing else is", () => {
  const storage = new FakeStorage()
  vi.stubGlobal("localStorage", storage)
  const outbox = createOutbox(storage as unknown as Storage, "ada")
  outbox.add("conversation", "hello")
  storage.setItem("salon-color-mode", "dark")
  deleteUnsent()
  outbox.reread()
  expect([outbox.list("conversation"), storage.getItem("salon-color-mode")]).toEqual([[], "dark"])
})

test("deleting unsent messages does not fail where the browser blocks storage", () => {
  expect(() => deleteUnsent()).not.toThrow()
})
