import { beforeEach, expect, test, vi } from "vitest"
import { dropDraft, dropSaved, findDraft, keepDraft } from "~/features/chat/outbox/kept-draft"

const key = "a draft"
const now = 1_000_000

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})

test("a draft that the server has not accepted is found however old it is", () => {
  keepDraft(key, "Two\nlines", null)
  expect(findDraft(key, now)).toEqual({ text: "Two\nlines", isSaved: false })
  expect(findDraft(key, Number.MAX_SAFE_INTEGER)).toEqual({ text: "Two\nlines", isSaved: false })
})

test("a draft that was accepted less than a minute ago replaces the one of a page requested before", () => {
  keepDraft(key, "Half a thought", now)
  expect(findDraft(key, now + 59_999)).toEqual({ text: "Half a thought", isSaved: true })
  expect(findDraft(key, now + 60_000)).toBeNull()
})

test("an empty draft is one too, and none is null", () => {
  expect(findDraft(key, now)).toBeNull()
  keepDraft(key, "", null)
  expect(findDraft(key, now)).toEqual({ text: "", isSaved: false })
})

test("a copy is dropped by its text once it is accepted, unless another has taken its place", () => {
  keepDraft(key, "The newer one", now)
  dropSaved(key, "The older one")
  expect(findDraft(key, now)?.text).toBe("The newer one")
  dropSaved(key, "The newer one")
  expect(findDraft(key, now)).toBeNull()
})

test("a draft that was accepted before, and typed again while offline, is not dropped", () => {
  keepDraft(key, "Half a thought", now)
  keepDraft(key, "Half a thought", null)
  dropSaved(key, "Half a thought")
  expect(findDraft(key, now)?.text).toBe("Half a thought")
})

test("a copy is dropped, accepted or not, when its text has become a message", () => {
  keepDraft(key, "Another", null)
  dropDraft(key)
  expect(findDraft(key, now)).toBeNull()
})
