import { expect, test } from "vitest"
import type { FieldView } from "~/domain/back-office/records/schema"
import { differingControls, typedValue } from "~/features/back-office/kit/record/typed-value"

const fieldOf = (name: string, kind: FieldView["kind"], more: Partial<FieldView> = {}): FieldView => ({
  name,
  kind,
  label: name,
  hint: null,
  isTranslated: false,
  isRequired: true,
  isReadOnly: false,
  min: 0,
  max: 100,
  options: [],
  ...more,
})

test("an amount is typed in units, and a tick as a form sends it", () => {
  expect(typedValue({ kind: "money" }, 1_250)).toBe("12.50")
  expect(typedValue({ kind: "money" }, null)).toBe("")
  expect([typedValue({ kind: "checkbox" }, 1), typedValue({ kind: "checkbox" }, 0)]).toEqual(["on", ""])
  expect(typedValue({ kind: "number" }, 0)).toBe("0")
})

test("two versions differ in the fields whose typed value does, ticks and languages too", () => {
  const fields = [
    fieldOf("amount", "money"),
    fieldOf("same_amount", "money"),
    fieldOf("is_open", "checkbox"),
    fieldOf("is_shown", "checkbox"),
    fieldOf("title", "text", { isTranslated: true }),
    fieldOf("id", "text", { isReadOnly: true }),
  ]
  const shared = { same_amount: 900, is_shown: 1, "title.en": "Paris" }
  const theirs = { ...shared, amount: 1_200, is_open: 1, "title.fr": "Paris", id: "a" }
  const mine = { ...shared, amount: 1_250, is_open: 0, "title.fr": "Paris !" }
  expect(differingControls({ fields }, theirs, mine).map(({ name }) => name)).toEqual(["amount", "is_open", "title.fr"])
})

test("degrees are typed as they are stored, and none is an empty text", () => {
  expect(typedValue({ kind: "degrees" }, -0.58)).toBe("-0.58")
  expect(typedValue({ kind: "degrees" }, null)).toBe("")
})
