/** The pages of an application, in their order. */
export const castingSteps = ["you", "words", "pictures", "send"] as const
export type CastingStep = (typeof castingSteps)[number]

/** What an applicant declares: with the first step, and with the last. */
export const consentKinds = ["adult", "self", "depicted", "rules", "data"] as const
export type ConsentKind = (typeof consentKinds)[number]

/** ISO 639-1: the languages that one may say one speaks. */
export const spokenLanguages = [
  ...["ar", "de", "el", "en", "es", "fr", "he", "hi", "it", "ja", "ko"],
  ...["nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "vi", "zh"],
] as const

/** In characters. A draft may be longer than what is sent: nothing that was typed is lost. */
export const wordLimits = {
  first_name: { min: 1, max: 40, draft: 200 },
  presentation: { min: 100, max: 2_000, draft: 20_000 },
  experience: { min: 40, max: 2_000, draft: 20_000 },
} as const

/** What may be sent as a picture, how many, and how large (pixels) it is kept. */
export const pictureUpload = {
  max: 6,
  maxBytes: 8 * 1024 * 1024,
  /** Of a form with several, which a Worker holds in its memory. */
  togetherBytes: 20 * 1024 * 1024,
  maxSide: 12_000,
  maxPixels: 64_000_000,
  keptSide: 1_600,
} as const
