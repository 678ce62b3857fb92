/** Folds accents, case and typographic apostrophes, which readers type as plain ones: `Où` equals `OU`. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase()
}
