import type { TFunction } from "i18next"

/** "in Paris", "à Paris". French cities that begin with an article contract it: "au Havre", "aux Sables-d’Olonne". */
export function inCity(t: TFunction<"listing">, city: string): string {
  const [, article, rest] = /^(Les?) (.+)$/.exec(city) ?? []
  return t("place", { city: rest ?? city, context: article?.toLowerCase() })
}
