import type { PolicySlug } from "../../decisions/kinds"

/** Why staff send an edit or a profile back; each has a sentence in both languages for its owner. */
export const returnReasons = [
  "contact_details",
  "address",
  "explicit",
  "not_self",
  "misleading",
  "language",
  "unclear",
  "other",
] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The rule behind each reason. */
export const policyOfReturnReason = {
  contact_details: "contact-details",
  address: "contact-details",
  explicit: "company",
  not_self: "identity",
  misleading: "identity",
  language: "quality",
  unclear: "quality",
  other: "terms",
} as const satisfies Record<ReturnReason, PolicySlug>
