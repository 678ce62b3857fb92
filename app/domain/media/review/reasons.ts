import { type MediaReason, mediaReasons } from "~/db/enums"
import type { PolicySlug } from "../../decisions/kinds"

export { reviewedStates } from "~/db/enums"

/** Why staff send a photo or video back; the system writes the other reason. */
export const staffReasons = mediaReasons.filter(
  (reason): reason is Exclude<MediaReason, "unprocessable"> => reason !== "unprocessable",
)

/** The rule behind each reason. */
export const policyOfMediaReason = {
  unprocessable: "quality",
  quality: "quality",
  not_depicted: "identity",
  contact_details: "contact-details",
  explicit: "company",
  copyright: "rights",
  rules: "terms",
} as const satisfies Record<MediaReason, PolicySlug>
