import { describe, expect, test } from "vitest"
import { nextStep, type Severity } from "~/domain/decisions/strikes"

/** The steps after 0, 1, 2 … strikes, in words. */
const steps = (severity: Severity) =>
  [0, 1, 2, 3, 4, 5].map((strikes) => {
    const step = nextStep(severity, strikes)
    return step.act === "suspend" ? `${step.days} d` : step.act
  })

describe("the ladder", () => {
  test("suggests nothing for a rule whose breach is none", () => {
    expect(steps(0)).toEqual(["none", "none", "none", "none", "none", "none"])
  })

  test("is longer the smaller the breach, and ends with the closure of the account", () => {
    expect(steps(1)).toEqual(["warn", "warn", "7 d", "30 d", "close", "close"])
    expect(steps(2)).toEqual(["warn", "7 d", "30 d", "close", "close", "close"])
    expect(steps(3)).toEqual(["30 d", "close", "close", "close", "close", "close"])
  })
})
