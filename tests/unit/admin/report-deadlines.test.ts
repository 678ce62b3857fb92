import { expect, test } from "vitest"
import { dueAt } from "~/domain/moderation/deadlines"

const at = (iso: string) => Date.parse(`${iso}Z`)

test("reports of a minor or of danger are due in an hour, those of pictures without consent in 48 hours", () => {
  const friday = at("2026-11-20T23:30")
  expect(dueAt("P0", friday)).toBe(at("2026-11-21T00:30"))
  expect(dueAt("P1", friday)).toBe(at("2026-11-22T23:30"))
})

test("other reports are due in seven business days: a weekend does not count", () => {
  expect(dueAt("P2", at("2026-11-16T09:00"))).toBe(at("2026-11-25T09:00"))
  expect(dueAt("P3", at("2026-11-20T23:30"))).toBe(at("2026-12-01T23:30"))
})
