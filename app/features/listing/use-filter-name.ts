import { partsOfTime, type WeekTime, weekDays } from "~/domain/profiles/content/rhythm"
import type { FilterName } from "~/domain/profiles/listing-parameters"
import type { Listing } from "~/domain/profiles/schema"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { formatWeekday } from "~/i18n/weekday"

/** Returns the label of an active filter: "Paris", "French", "Verified". */
export function useFilterName({
  address,
  chosen,
}: Pick<Listing, "address" | "chosen">): (filter: FilterName) => string {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const timeName = useTimeName()
  return (filter) => {
    if (filter === "q") return t("filters.words", { words: address.q })
    if (filter === "language") return formatLanguage(address.language ?? "", locale)
    if (filter === "when") return address.when ? timeName(address.when) : ""
    if (filter === "verified" || filter === "available") return t(`filters.${filter}`)
    return chosen[filter]?.name ?? ""
  }
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
