import type { ListingAddress } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { ChipLink } from "~/ui/chip"
import { refine } from "./listing-filters"

const sorts = ["newest", "price-up", "price-down"] as const

/** The orders of the list, the active one in ink. */
export function SortLinks({ address }: { address: ListingAddress }) {
  const { t } = useTranslation("listing")
  const { sort: current = "newest" } = address
  return (
    <nav aria-label={t("sort.label")} className="flex flex-wrap items-center gap-3 lg:gap-2">
      {sorts.map((sort) => (
        <ChipLink
          key={sort}
          to={refine(address, { sort: sort === "newest" ? undefined : sort })}
          isActive={sort === current}
        >
          {t(`sort.${sort}`)}
        </ChipLink>
      ))}
    </nav>
  )
}
