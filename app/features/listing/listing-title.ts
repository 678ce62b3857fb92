import type { Choice, Listing } from "~/domain/profiles/schema"
import { formatList } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import type { Translate } from "~/i18n/translate"
import { inCity } from "../profiles/cards/in-city"

/** How many values of a filter a title names; more are in the chips alone. */
const named = 2

/** Builds the title from the active filters, "Dinners & evenings in Paris"; the words searched for come first. */
export function listingTitle(
  t: Translate<"listing">,
  { address, chosen }: Pick<Listing, "address" | "chosen">,
  locale: Locale,
): string {
  if (address.q) return t("title.search", { words: address.q })
  const namesOf = (choices: Choice[]) => (choices.length > named ? [] : choices.map(({ name }) => name))
  const cities = namesOf(chosen.city).map((name) => inCity(t, name))
  const regions = namesOf(chosen.region).map((region) => t("in_region", { region }))
  const place = formatList(cities.length > 0 ? cities : regions, locale)
  const occasion = namesOf(chosen.service.length > 0 ? chosen.service : chosen.category).join(", ")
  if (occasion && place) return t("title.both", { category: occasion, place })
  if (occasion) return t("title.category", { category: occasion })
  return place ? t("title.city", { place }) : t("title.all")
}
