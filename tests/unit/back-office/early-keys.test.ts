import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createEarlyKeys } from "~/features/back-office/kit/early-keys"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Key {
  key: string
  ctrlKey?: boolean
}

/** Presses a key on a page; returns whether it was left to the page. */
function press(page: EventTarget, { key, ctrlKey = false }: Key): boolean {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key, ctrlKey })
  return page.dispatchEvent(event)
}

const type = (page: EventTarget, keys: string[]) => keys.map((key) => press(page, { key }))

test("keys that are typed before the field has the focus are kept from the page and given to the field, once", () => {
  const page = new EventTarget() as unknown as Document
  const keys = createEarlyKeys(page)
  expect(press(page, { key: "c" })).toBe(true)
  keys.wait(() => {})
  expect(type(page, ["c", "a", "n", "Backspace", "m"])).toEqual([false, false, false, false, false])
  expect(keys.take()).toBe("cam")
  expect(keys.take()).toBe("")
  expect(press(page, { key: "a" })).toBe(true)
})

test("shortcuts and keys that write nothing are left to the page while a field is awaited", () => {
  const page = new EventTarget() as unknown as Document
  const keys = createEarlyKeys(page)
  keys.wait(() => {})
  expect(press(page, { key: "r", ctrlKey: true })).toBe(true)
  expect(press(page, { key: "Tab" })).toBe(true)
  expect(keys.take()).toBe("")
})

test("Escape gives up a field that is awaited, and what was typed with it is not given to the next", () => {
  const page = new EventTarget() as unknown as Document
  const keys = createEarlyKeys(page)
  const onEscape = vi.fn()
  keys.wait(onEscape)
  type(page, ["a", "Escape"])
  expect(onEscape).toHaveBeenCalledOnce()
  expect(press(page, { key: "j" })).toBe(true)
  keys.wait(onEscape)
  expect(keys.take()).toBe("")
})

test("a field that never comes keeps the page's keys for ten seconds at most", () => {
  const page = new EventTarget() as unknown as Document
  const keys = createEarlyKeys(page)
  keys.wait(() => {})
  vi.advanceTimersByTime(9_999)
  expect(press(page, { key: "j" })).toBe(false)
  vi.advanceTimersByTime(1)
  expect(press(page, { key: "j" })).toBe(true)
})
