/** Kinds that the queue can be narrowed to. */
export const waitingKinds = ["profiles", "photos", "videos", "applications"] as const
export type WaitingKind = (typeof waitingKinds)[number]
