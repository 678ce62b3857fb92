import { partsOfTime, type WeekTime, weekDays } from "~/domain/profiles/content/rhythm"
import type { FilterName } from "~/domain/profiles/listing-parameters"
import type { Listing } from "~/domain/profiles/schema"
import { formatDay } from "~/i18n/days"
import { formatLanguage, formatList, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { formatWeekday } from "~/i18n/weekday"
import { type AppliedValue, appliedValues } from "../listing-filters"

/** Returns the label of a value of an active filter: "Paris", "French", "Up to €200". */
export function useValueName(chosen: Listing["chosen"]): (applied: AppliedValue) => string {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const timeName = useTimeName()
  return ({ filter, value }) => {
    switch (filter) {
      case "q":
        return t("filters.words", { words: value })
      case "language":
        return formatLanguage(value, locale)
      case "on":
        return formatDay(value, locale, "day_of_week")
      case "when":
        return timeName(value as WeekTime)
      case "verified":
      case "available":
        return t(`filters.${filter}`)
      case "min_price":
      case "max_price":
        return t(`filters.${filter}`, { price: formatPrice(Number(value) * 100, locale) })
      default:
        return chosen[filter].find(({ slug }) => slug === value)?.name ?? ""
    }
  }
}

/** Returns the label of an active filter, with all its values: "French or Spanish". */
export function useFilterName({
  address,
  chosen,
}: Pick<Listing, "address" | "chosen">): (filter: FilterName) => string {
  const locale = useLocale()
  const nameOf = useValueName(chosen)
  return (filter) =>
    formatList(
      appliedValues(address)
        .filter((one) => one.filter === filter)
        .map(nameOf),
      locale,
      "disjunction",
    )
}

/** Returns the label of a time of the week: "Friday", "Evenings", "Friday, evening". */
export function useTimeName(): (time: WeekTime) => string {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  return (time) => {
    const { day, part } = partsOfTime(time)
    if (!day) return part ? t(`filters.parts.${part}`) : ""
    const name = formatWeekday(weekDays.indexOf(day), locale)
    return part ? t(`filters.day_parts.${part}`, { day: name }) : name
  }
}
