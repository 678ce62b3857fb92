/** The steps of an application form, in order. */
export const castingSteps = ["you", "words", "pictures", "send"] as const
export type CastingStep = (typeof castingSteps)[number]

/** Declarations of an applicant: the first in the first step, the others in the last. */
export const consentKinds = ["adult", "self", "depicted", "rules", "data"] as const
export type ConsentKind = (typeof consentKinds)[number]

/** In characters. A draft may exceed `max`, so that nothing typed is lost. */
export const wordLimits = {
  first_name: { min: 1, max: 40, draft: 200 },
  presentation: { min: 100, max: 2_000, draft: 20_000 },
  experience: { min: 40, max: 2_000, draft: 20_000 },
} as const

/** Upload limits of pictures, and the longest stored side in pixels (`keptSide`). */
export const pictureUpload = {
  max: 6,
  maxBytes: 8 * 1024 * 1024,
  /** Of a form with several pictures: a Worker buffers it in memory. */
  togetherBytes: 20 * 1024 * 1024,
  maxSide: 12_000,
  maxPixels: 64_000_000,
  /** As of a profile's photos. */
  minSide: 300,
  keptSide: 1_600,
} as const
