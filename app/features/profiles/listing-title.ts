import type { Listing } from "~/domain/profiles/schema"
import type { Translate } from "~/i18n/translate"
import { inCity } from "./in-city"

/** "Dinners & evenings in Paris", from the filters in use. */
export function listingTitle(t: Translate<"listing">, { city, category }: Pick<Listing, "city" | "category">): string {
  const place = city ? inCity(t, city.name) : ""
  if (category && city) return t("title.both", { category: category.name, place })
  if (category) return t("title.category", { category: category.name })
  return city ? t("title.city", { place }) : t("title.all")
}
