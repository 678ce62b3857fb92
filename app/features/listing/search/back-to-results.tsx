import ChevronLeft from "lucide-react/icons/chevron-left"
import { useLayoutEffect, useState } from "react"
import { inCity } from "~/features/profiles/cards/in-city"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { listingPath } from "../listing-path"
import { type LastResults, lastResults } from "./last-results"

/**
 * The way from a profile back to the list that the reader came from, where they were in it. Who came from elsewhere gets
 * one to the profiles of its city, on a phone only: elsewhere there are breadcrumbs.
 */
export function BackToResults({ city }: { city: { slug: string; name: string } }) {
  const { t } = useTranslation("listing")
  const [results, setResults] = useState<LastResults | null>(null)
  useLayoutEffect(() => setResults(lastResults()), [])
  return (
    <AppLink
      to={results?.path ?? listingPath({ city: city.slug })}
      onClick={(event) => {
        const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (!results || opensElsewhere) return
        event.preventDefault()
        window.navigation.traverseTo(results.key)
      }}
      className={classNames(
        "touch-target inline-flex items-center gap-1 text-meta text-ink2 hover:text-ink",
        !results && "md:hidden",
      )}
    >
      <ChevronLeft aria-hidden className="size-4" />
      {results ? t("back") : t("title.city", { place: inCity(t, city.name) })}
    </AppLink>
  )
}
