import ChevronLeft from "lucide-react/icons/chevron-left"
import { useState } from "react"
import { inCity } from "~/features/profiles/cards/in-city"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { listingPath } from "../listing-path"
import { goBackTo, lastResults } from "./last-results"

/**
 * The way from a profile back to the list that the reader came from, where they were in it. Who came from elsewhere gets
 * one to the profile's city, on a phone only: it has no breadcrumbs.
 */
export function BackToResults({ city }: { city: { slug: string; name: string } }) {
  const { t } = useTranslation("listing")
  // None before hydration, as on the server.
  const [results] = useState(lastResults)
  return (
    <AppLink
      to={results?.path ?? listingPath({ city: city.slug })}
      onClick={(event) => {
        const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (results && isPlain && goBackTo(results)) event.preventDefault()
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
