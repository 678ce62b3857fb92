import { expect, test } from "vitest"
import { lastListAsked } from "~/features/chat/outbox/last-list"

const historyOf = (...paths: string[]) => ({
  entries: () => paths.map((path) => ({ url: `https://salon.example${path}` })),
  currentEntry: { index: paths.length - 1 },
})
const asked = (...paths: string[]) =>
  lastListAsked(historyOf(...paths, "/escorts/ann", "/profile/chat/new?profile=ann"))?.toString() ?? null

test.each([
  [
    "/escorts?category=dinners,events&on=2026-12-04&when=evening&city=paris",
    "category=dinners%2Cevents&on=2026-12-04&when=evening",
  ],
  ["/escorts/in/paris/dinners", "category=dinners"],
  ["/escorts/in/paris/dinners?on=2026-12-04", "category=dinners&on=2026-12-04"],
  ["/escorts?q=opera&on=", null],
  ["/faq?category=dinners", null],
])("the list at %s was asked for %s", (path, expected) => {
  expect(asked("/escorts?category=wellness", "/", path === "/faq?category=dinners" ? "/escorts" : path, "/faq")).toBe(
    expected,
  )
})

test("the last list counts alone, and only what the tab showed before", () => {
  expect(asked("/escorts?category=dinners", "/escorts?category=events")).toBe("category=events")
  expect(asked("/escorts?category=dinners", "/escorts")).toBeNull()
  const { entries } = historyOf("/profile/chat/new?profile=ann", "/escorts?category=dinners")
  expect(lastListAsked({ entries, currentEntry: { index: 0 } })).toBeNull()
})

test("a browser that does not give a tab's history is asked for nothing", () => {
  expect(lastListAsked(null)).toBeNull()
})
