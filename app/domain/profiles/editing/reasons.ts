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
