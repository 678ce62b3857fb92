import type { Listing } from "~/domain/profiles/schema"
import type { Translate } from "~/i18n/translate"
import { inCity } from "../profiles/cards/in-city"

/** Builds the title from the active filters, "Dinners & evenings in Paris"; the words searched for come first. */
export function listingTitle(
  t: Translate<"listing">,
  { address, chosen }: Pick<Listing, "address" | "chosen">,
): string {
  const { city, region, category, service } = chosen
  if (address.q) return t("title.search", { words: address.q })
  const place = city ? inCity(t, city.name) : region ? t("in_region", { region: region.name }) : ""
  const occasion = service ?? category
  if (occasion && place) return t("title.both", { category: occasion.name, place })
  if (occasion) return t("title.category", { category: occasion.name })
  return place ? t("title.city", { place }) : t("title.all")
}
