import { ligatures } from "~/lib/ligatures"

/** Folds accents, case, ligatures and typographic apostrophes, which readers type as plain ones: `Où` equals `OU`, `cœur` equals `coeur`. */
export function foldText(text: string): string {
  return foldLigatures(text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase())
}

/** Folds the ligatures alone, in lower case: `Œuvre` becomes `oeuvre`. */
export function foldLigatures(text: string): string {
  return text.replace(/[œæøłđß]/giu, (letter) => ligatures[letter.toLowerCase()] ?? letter)
}
