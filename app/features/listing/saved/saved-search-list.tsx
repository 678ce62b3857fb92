import { maxNewCounted } from "~/domain/profiles/saved-searches/limits"
import type { SavedSearch } from "~/domain/profiles/saved-searches/schema"
import { formatDate, formatList, formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { useValueName } from "../filters/use-filter-name"
import { appliedValues } from "../listing-filters"
import { listingTitle } from "../listing-title"

/** The intents of the forms of a saved search. */
export type SavedSearchIntent = "save" | "alert" | "remove"

/** A member's saved searches: each leads to its list, and has alerts or not. */
export function SavedSearchList({ searches }: { searches: SavedSearch[] }) {
  return (
    <ul className="mt-8 divide-y divide-line border-y border-line">
      {searches.map((search) => (
        <li key={search.id} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-5">
          <SearchRow search={search} />
        </li>
      ))}
    </ul>
  )
}

function SearchRow({ search }: { search: SavedSearch }) {
  const { t } = useTranslation("searches")
  const { t: listing } = useTranslation("listing")
  const locale = useLocale()
  const { id, filter, chosen, is_past: isPast, is_alerted: isAlerted, new_profiles_count: count, created_at } = search
  const nameOf = useValueName(chosen)
  const title = listingTitle(listing, { address: filter, chosen }, locale)
  const values = appliedValues(filter)
  const named = values.map((value) => ({ value, name: nameOf(value) }))
  const details = named.map(({ name }) => name).filter(Boolean)
  const gone = named.filter(({ name }) => !name).map(({ value }) => value.value)
  const name = details.length > 1 ? details.join(", ") : title
  const change = isAlerted ? "off" : "on"
  return (
    <>
      <div className="min-w-0">
        <h2 className="text-subsection wrap-anywhere">
          <AppLink to={`/profile/searches/${id}`} prefetch="none" className="link">
            {title}
          </AppLink>
          {count > 0 && (
            <Badge tone="accent" className="ml-3 align-middle">
              {count >= maxNewCounted
                ? t("new_more", { count: maxNewCounted })
                : t("new", { count, number: formatNumber(count, locale) })}
            </Badge>
          )}
        </h2>
        {details.length > 1 && <p className="mt-1 text-ui wrap-anywhere text-ink2">{details.join(" · ")}</p>}
        {gone.length > 0 && <p className="mt-1 text-ui text-ink2">{t("gone", { values: formatList(gone, locale) })}</p>}
        <p className="mt-1 text-meta text-mute">
          {isPast ? t("past") : t(isAlerted ? "alerted" : "silent")}{" "}
          {t("created", { date: formatDate(created_at, locale, "date") })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {!isPast && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="alert" value={isAlerted ? "0" : "1"} />
            <Button
              type="submit"
              name="intent"
              value="alert"
              size="small"
              aria-label={t(`alert_named.${change}`, { name })}
            >
              {t(`alert.${change}`)}
            </Button>
          </Form>
        )}
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="remove"
            size="small"
            variant="ghost"
            aria-label={t("remove_named", { name })}
          >
            {t("remove")}
          </Button>
        </Form>
      </div>
    </>
  )
}
