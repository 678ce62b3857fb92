import type { Translate } from "~/i18n/translate"

/** "in Paris", "à Paris". French cities that begin with an article contract it: "au Havre", "aux Sables-d’Olonne". */
export function inCity(t: Translate<"listing">, city: string): string {
  const [, article, rest] = /^(Les?) (.+)$/.exec(city) ?? []
  if (!rest) return t("place", { city })
  return t(article === "Le" ? "place_le" : "place_les", { city: rest })
}
