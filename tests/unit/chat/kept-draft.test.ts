import { beforeEach, expect, test, vi } from "vitest"
import { dropDraft, dropSaved, findDraft, keepDraft } from "~/features/chat/outbox/kept-draft"

const key = "a draft"
const now = 1_000_000
const draftOf = (text: string, replyTo: number | null = null) => ({ text, replyTo })

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
})

test("a draft that the server has not accepted is found however old it is", () => {
  keepDraft(key, draftOf("Two\nlines"), null)
  expect(findDraft(key, now)).toEqual({ ...draftOf("Two\nlines"), savedAt: null })
  expect(findDraft(key, Number.MAX_SAFE_INTEGER)).toEqual({ ...draftOf("Two\nlines"), savedAt: null })
})

test("a draft that was accepted less than a minute ago replaces the one of a page requested before", () => {
  keepDraft(key, draftOf("Half a thought"), now)
  expect(findDraft(key, now + 59_999)).toEqual({ ...draftOf("Half a thought"), savedAt: now })
  expect(findDraft(key, now + 60_000)).toBeNull()
})

test("an empty draft is one too, and none is null", () => {
  expect(findDraft(key, now)).toBeNull()
  keepDraft(key, draftOf(""), null)
  expect(findDraft(key, now)).toEqual({ ...draftOf(""), savedAt: null })
})

test("a copy is dropped by its text once it is accepted, unless another has taken its place", () => {
  keepDraft(key, draftOf("The newer one"), now)
  dropSaved(key, draftOf("The older one"))
  expect(findDraft(key, now)?.text).toBe("The newer one")
  dropSaved(key, draftOf("The newer one"))
  expect(findDraft(key, now)).toBeNull()
})

test("a draft that was accepted before, and typed again while offline, is not dropped", () => {
  keepDraft(key, draftOf("Half a thought"), now)
  keepDraft(key, draftOf("Half a thought"), null)
  dropSaved(key, draftOf("Half a thought"))
  expect(findDraft(key, now)?.text).toBe("Half a thought")
})

test("a copy is dropped, accepted or not, when its text has become a message", () => {
  keepDraft(key, draftOf("Another"), null)
  dropDraft(key)
  expect(findDraft(key, now)).toBeNull()
})

test("a copy names the message that it replies to, and one of an earlier version of the page names none", () => {
  keepDraft(key, draftOf("Seven\nis fine", 12), null)
  expect(findDraft(key, now)).toEqual({ text: "Seven\nis fine", replyTo: 12, savedAt: null })
  keepDraft(key, draftOf("Seven", 12), now)
  dropSaved(key, draftOf("Seven", 13))
  expect(findDraft(key, now)).toEqual({ text: "Seven", replyTo: 12, savedAt: now })
  localStorage.setItem(key, `${now}\nFrom before`)
  expect(findDraft(key, now)).toEqual({ text: "From before", replyTo: null, savedAt: now })
  localStorage.setItem(key, "\nNever saved")
  expect(findDraft(key, now)).toEqual({ text: "Never saved", replyTo: null, savedAt: null })
})
