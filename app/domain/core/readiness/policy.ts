// Scripts read this file without the alias.
import { type RecordedItem, recordedItems } from "../../../db/enums.ts"

/** Items of the launch that the site sees itself, and nobody ticks. */
export const computedItems = ["legal_pages", "payment_approval", "hash_provider", "second_factors"] as const
type ComputedItem = (typeof computedItems)[number]

export type ReadinessItem = RecordedItem | ComputedItem

/** Items of the launch (trust-safety R31), in the order of their page. */
export const readinessItems = [
  "legal_entity",
  "contact_points",
  "legal_pages",
  "counsel",
  "dpia",
  "payment_approval",
  "child_safety",
  "hash_provider",
  "second_factors",
  "countries",
] as const satisfies readonly ReadinessItem[]

/** The launch, as far as the deployment's settings know of it. */
export interface LaunchSettings {
  /** Only production is launched: everything else is a demonstration that may do what a demonstration does. */
  isProduction: boolean
  comparesHashes: boolean
  /** The day of the payment provider's approval (R27), YYYY-MM-DD. */
  paymentApprovedOn: string | null
}

/** The launch, as far as the database knows of it. */
export interface LaunchFacts {
  /** Until when each record counts, epoch ms. */
  recorded: Partial<Record<RecordedItem, number>>
  hasSecondFactors: boolean
  hasLegalPages: boolean
}

const DAY = 24 * 60 * 60_000

/** How long before an item expires the owners are notified, ms. */
export const noticeTime = 30 * DAY

/** Returns when what was recorded at a time (epoch ms) expires: twelve months later. */
export function expiryOf(recordedAt: number): number {
  const date = new Date(recordedAt)
  return date.setUTCFullYear(date.getUTCFullYear() + 1)
}

/** Returns when the payment provider's approval expires (epoch ms); null without one. */
export function approvalExpiry({ paymentApprovedOn: day }: LaunchSettings): number | null {
  return day === null ? null : expiryOf(Date.parse(day))
}

/** Returns the items that are missing by the settings alone. */
function missingInSettings(settings: LaunchSettings, now: number): ComputedItem[] {
  const approvedUntil = approvalExpiry(settings)
  // A day that is to come would put the end off; tomorrow is today further east.
  const isApproved =
    approvedUntil !== null && approvedUntil > now && Date.parse(settings.paymentApprovedOn ?? "") < now + DAY
  return [
    ...(isApproved ? [] : ["payment_approval" as const]),
    ...(settings.comparesHashes ? [] : ["hash_provider" as const]),
  ]
}

/** Returns the items that are missing: a production deployment is launched once there are none, and others have none. */
export function missingItems(settings: LaunchSettings, facts: LaunchFacts, now: number): ReadinessItem[] {
  if (!settings.isProduction) return []
  const missing: ReadinessItem[] = [
    ...recordedItems.filter((item) => (facts.recorded[item] ?? 0) <= now),
    ...missingInSettings(settings, now),
    ...(facts.hasSecondFactors ? [] : ["second_factors" as const]),
    ...(facts.hasLegalPages ? [] : ["legal_pages" as const]),
  ]
  return readinessItems.filter((item) => missing.includes(item))
}

/** Returns the items that are there, and expire within a month. */
export function expiringItems(settings: LaunchSettings, { recorded }: LaunchFacts, now: number): ReadinessItem[] {
  const ends: Partial<Record<ReadinessItem, number | null>> = {
    ...recorded,
    payment_approval: approvalExpiry(settings),
  }
  return readinessItems.filter((item) => {
    const end = ends[item] ?? 0
    return end > now && end <= now + noticeTime
  })
}
