import type { FilterName } from "~/domain/profiles/listing-parameters"
import type { Listing } from "~/domain/profiles/schema"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** Returns the label of an active filter: "Paris", "French", "Verified". */
export function useFilterName({
  address,
  chosen,
}: Pick<Listing, "address" | "chosen">): (filter: FilterName) => string {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  return (filter) => {
    if (filter === "q") return t("filters.words", { words: address.q })
    if (filter === "language") return formatLanguage(address.language ?? "", locale)
    if (filter === "verified" || filter === "available") return t(`filters.${filter}`)
    return chosen[filter]?.name ?? ""
  }
}
