import { expect, test } from "vitest"
import { compareTexts } from "~/features/back-office/review/compare-fields.server"

const marked = (parts: { text: string; isMarked: boolean }[]) =>
  parts.filter(({ isMarked }) => isMarked).map(({ text }) => text)
const whole = (parts: { text: string }[]) => parts.map(({ text }) => text).join("")

test("a changed text marks the words that go in the live one, and those that come in the proposed one", () => {
  const [before, after] = ["Compagne de dîner, Paris et Deauville", "Compagne de dîner, Paris, ventes et vernissages"]
  const { live, proposed } = compareTexts(before, after)
  expect([whole(live), whole(proposed)]).toEqual([before, after])
  expect(marked(live)).toEqual(["Deauville"])
  expect(marked(proposed).join("")).toContain("vernissages")
})

test("equal texts have nothing marked, and an empty one marks all of the other", () => {
  expect(marked(compareTexts("Same", "Same").proposed)).toEqual([])
  expect(marked(compareTexts("", "All of it").proposed)).toEqual(["All of it"])
})

test("the search for differences of two long texts that share nothing ends early, and marks all of both", () => {
  const [before, after] = ["a b c d ".repeat(625), "w x y z ".repeat(625)]
  expect(compareTexts(before, after)).toEqual({
    live: [{ text: before, isMarked: true }],
    proposed: [{ text: after, isMarked: true }],
  })
})
