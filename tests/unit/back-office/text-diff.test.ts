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

test("two long texts that share nothing are compared within a second, and stay whole", () => {
  const [before, after] = ["a b c d ".repeat(625), "w x y z ".repeat(625)]
  const start = performance.now()
  const { live, proposed } = compareTexts(before, after)
  expect([whole(live), whole(proposed)]).toEqual([before, after])
  expect(performance.now() - start).toBeLessThan(1_000)
})
