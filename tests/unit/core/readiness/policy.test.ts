import { expect, test } from "vitest"
import { recordedItems } from "~/db/enums"
import { expiringItems, expiryOf, type LaunchFacts, missingItems, readinessItems } from "~/domain/core/readiness/policy"

const now = Date.UTC(2026, 10, 27)
const end = expiryOf(now)
const settings = { isProduction: true, comparesHashes: true, paymentApprovedOn: "2026-11-27" }
const facts: LaunchFacts = {
  recorded: Object.fromEntries(recordedItems.map((item) => [item, end])),
  hasSecondFactors: true,
  hasLegalPages: true,
}

test("what is recorded counts for twelve months of the calendar", () => {
  expect(new Date(end).toISOString()).toBe("2027-11-27T00:00:00.000Z")
  expect(new Date(expiryOf(Date.UTC(2028, 1, 29))).toISOString()).toBe("2029-03-01T00:00:00.000Z")
})

test("each item is missing by itself alone, in the order of the page", () => {
  const without = Object.fromEntries([
    ...recordedItems.map((item) => [
      item,
      missingItems(settings, { ...facts, recorded: { ...facts.recorded, [item]: now } }, now),
    ]),
    ["legal_pages", missingItems(settings, { ...facts, hasLegalPages: false }, now)],
    ["second_factors", missingItems(settings, { ...facts, hasSecondFactors: false }, now)],
    ["hash_provider", missingItems({ ...settings, comparesHashes: false }, facts, now)],
    ["payment_approval", missingItems({ ...settings, paymentApprovedOn: null }, facts, now)],
  ])
  expect(without).toEqual(Object.fromEntries(readinessItems.map((item) => [item, [item]])))
  expect(missingItems(settings, facts, now)).toEqual([])
  expect(missingItems(settings, facts, end)).toEqual(
    readinessItems.filter((item) => !["legal_pages", "hash_provider", "second_factors"].includes(item)),
  )
})

test("nothing is missing outside production", () => {
  const empty = { recorded: {}, hasSecondFactors: false, hasLegalPages: false }
  expect(missingItems({ ...settings, isProduction: false }, empty, now)).toEqual([])
})

test("an item expires soon from a month before its end until its end", () => {
  const day = 24 * 60 * 60_000
  expect(expiringItems(settings, facts, end - 30 * day - 1)).toEqual([])
  expect(expiringItems(settings, facts, end - 30 * day)).toHaveLength(recordedItems.length + 1)
  expect(expiringItems(settings, facts, end)).toEqual([])
})
