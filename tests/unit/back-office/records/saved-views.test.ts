import { expect, test } from "vitest"
import { isSameSearch, maxViews, parseViews, putView, withDefault } from "~/features/back-office/kit/views/saved-views"

const hidden = { name: "Hidden", search: "state=hidden&sort=updated" }

test("a saved view is read from storage, and what is not one of ours is left out", () => {
  expect(parseViews(JSON.stringify([hidden, { name: 1 }, null, { name: "x" }]))).toEqual([hidden])
  for (const text of [null, "", "{", "7", '{"name":"x"}']) expect(parseViews(text)).toEqual([])
})

test("a view is saved under a name that no other one has, in either case", () => {
  expect(putView([hidden], { name: " Mine ", search: "q=x" })).toEqual([hidden, { name: "Mine", search: "q=x" }])
  expect(putView([hidden], { name: "hidden", search: "q=x" })).toBe("name_taken")
  expect(putView([hidden], { name: "  ", search: "q=x" })).toBe("name_missing")
})

test("a view is renamed, also to itself in another case, and keeps its query", () => {
  expect(putView([hidden], { name: "HIDDEN", search: "q=other" }, "Hidden")).toEqual([{ ...hidden, name: "HIDDEN" }])
})

test("one view at most is the default, until another one or none is, and stays it under another name", () => {
  const other = { name: "Other", search: "q=x" }
  const chosen = withDefault([hidden, other], "Hidden")
  expect(chosen).toEqual([{ ...hidden, isDefault: true }, other])
  expect(parseViews(JSON.stringify(chosen))).toEqual(chosen)
  expect(putView(chosen, { name: "Mine", search: "" }, "Hidden")).toEqual([
    { ...hidden, name: "Mine", isDefault: true },
    other,
  ])
  expect(withDefault(chosen, "Other")).toEqual([hidden, { ...other, isDefault: true }])
  expect(withDefault(chosen, null)).toEqual([hidden, other])
  expect(parseViews(JSON.stringify([{ ...hidden, isDefault: "yes" }]))).toEqual([])
})

test("a twenty-first view is refused", () => {
  const full = Array.from({ length: maxViews }, (_, n) => ({ name: `${n}`, search: "" }))
  expect(putView(full, { name: "More", search: "" })).toBe("full")
})

test("two queries in another order are the same, with another value they are not", () => {
  expect(isSameSearch("state=hidden&sort=updated", "sort=updated&state=hidden")).toBe(true)
  expect(isSameSearch("state=hidden", "state=published")).toBe(false)
})
