import { type MediaReason, mediaReasons } from "~/db/enums"

export { reviewedStates } from "~/db/enums"

/** Why staff send a photo or video back; the system writes the other reason. */
export const staffReasons = mediaReasons.filter(
  (reason): reason is Exclude<MediaReason, "unprocessable"> => reason !== "unprocessable",
)
