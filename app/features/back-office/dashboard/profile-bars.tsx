import { useId } from "react"
import type { Facet } from "~/domain/profiles/catalog/schema"
import { listingPath } from "~/features/listing/listing-path"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Card } from "~/ui/card"
import { AppLink } from "~/ui/navigation/app-link"

export type ProfileBarsProps = { title: string; filter: "category" | "city"; facets: readonly Facet[] }

const shown = 8

/** How many profiles each has, most first, as bars on one scale; each leads to the list that it counts. */
export function ProfileBars({ title, filter, facets }: ProfileBarsProps) {
  const { t } = useTranslation("admin")
  const id = useId()
  const ranked = [...facets].sort((a, b) => b.profiles - a.profiles)
  const max = ranked[0]?.profiles ?? 0
  const toBar = (facet: Facet) => <Bar key={facet.slug} facet={facet} max={max} filter={filter} />
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-body font-semibold">
        {title}
      </h2>
      <ul className="mt-4">{ranked.slice(0, shown).map(toBar)}</ul>
      {ranked.length > shown && (
        <details className="mt-1">
          <summary className="inline-block list-none rounded-badge py-1 text-ui">
            <span className="link">{t("more_cities", { count: ranked.length - shown })}</span>
          </summary>
          <ul>{ranked.slice(shown).map(toBar)}</ul>
        </details>
      )}
    </Card>
  )
}

function Bar({ facet, max, filter }: { facet: Facet; max: number; filter: ProfileBarsProps["filter"] }) {
  const locale = useLocale()
  return (
    <li>
      <AppLink
        to={listingPath({ [filter]: facet.slug })}
        className="-mx-2 grid min-h-8 grid-cols-[minmax(0,9.5rem)_minmax(0,1fr)_minmax(2.5rem,auto)] items-center gap-3 rounded-small px-2 text-ui hover:bg-sunk"
      >
        <span className="wrap-anywhere">{facet.name}</span>
        <svg aria-hidden="true" className="h-1.5 w-full">
          <rect width="100%" height="100%" rx="3" className="fill-line" />
          <rect width={`${max > 0 ? (facet.profiles / max) * 100 : 0}%`} height="100%" rx="3" className="fill-ink" />
        </svg>
        <span className="text-right tabular-nums">{formatNumber(facet.profiles, locale)}</span>
      </AppLink>
    </li>
  )
}
