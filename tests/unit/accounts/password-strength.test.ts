import { describe, expect, test } from "vitest"
import { passwordStrength } from "~/features/accounts/auth/password-strength"

describe("the strength of a password", () => {
  test.each([
    ["", 1],
    ["x", 1],
    ["Xk9#qP!", 1],
    ["aaaaaaaaaaaaaaaaaaaaaaaa", 1],
    ["abcabcabcabcabcabcabc", 1],
    ["12345678", 1],
    ["98765432", 1],
    ["abcdefghijklmnop", 1],
    ["password", 1],
    ["motdepasse", 1],
    ["salonsalon", 1],
    ["tulipier", 1],
    ["Xk9#qP!z", 2],
    ["tulipierjaune", 3],
    ["Tulipier-8-jaune", 4],
    ["the cat sleeps on the sofa", 4],
    ["le chat dort sur le canapé", 4],
    ["\u{1F408}\u{1F6CB}".repeat(10), 1],
  ])("the strength of the password %j is %i", (password, strength) => {
    expect(passwordStrength(password)).toBe(strength)
  })

  test("the strength of a password does not count the words of the e-mail", () => {
    expect(passwordStrength("lovelace-analytical", "")).toBeGreaterThan(2)
    expect(passwordStrength("lovelace-analytical", "Ada.Lovelace@analytical.example")).toBe(1)
  })

  test("the strength of a password does not fall when something new is added", () => {
    let before = 0
    for (const { length } of Array.from("the quick brown fox jumps", (_, index) => ({ length: index + 1 }))) {
      const strength = passwordStrength("the quick brown fox jumps".slice(0, length))
      expect(strength).toBeGreaterThanOrEqual(before)
      before = strength
    }
  })

  // A search for repetitions of any length would take minutes, and the test's time be over.
  test("the strength of a very long password is found by a linear search", () => {
    const varied = Array.from({ length: 60_000 }, (_, n) => n.toString(36)).join(" ")
    expect(passwordStrength(varied, `${"x.".repeat(100)}@example.org`)).toBe(4)
    expect(passwordStrength("ab".repeat(5_000) + "c".repeat(10_000), "x@example.org")).toBe(1)
  })
})
