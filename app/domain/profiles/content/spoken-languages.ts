/** ISO 639-1 codes of the languages that a profile can name. */
export const spokenLanguages = [
  ...["ar", "de", "el", "en", "es", "fr", "he", "hi", "it", "ja", "ko"],
  ...["nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "vi", "zh"],
] as const
