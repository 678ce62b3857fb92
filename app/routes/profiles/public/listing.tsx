import { data, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { renamedParameters } from "~/domain/profiles/catalog/service.server"
import { canonicalQuery } from "~/domain/profiles/listing/canonical-query"
import { joinValues, severalFilters, valuesOf } from "~/domain/profiles/listing/filter-values"
import { filterNames } from "~/domain/profiles/listing-parameters"
import { type Listing, ListingQuery } from "~/domain/profiles/schema"
import { findMeantPerson } from "~/domain/profiles/search/meant-person.server"
import { readSearch } from "~/domain/profiles/search/search.server"
import { findProfiles } from "~/domain/profiles/service.server"
import { FilterPanel } from "~/features/listing/filters/filter-panel"
import { ListingHead } from "~/features/listing/listing-head"
import { listAddress, listingPath } from "~/features/listing/listing-path"
import { ListingResults } from "~/features/listing/listing-results"
import { listingTitle } from "~/features/listing/listing-title"
import { NoResults } from "~/features/listing/no-results"
import { facetGroups } from "~/features/listing/shown-listing"
import { toShownListing } from "~/features/listing/shown-listing.server"
import { useAskedAddress } from "~/features/listing/use-asked-address"
import { SkipLink } from "~/features/shell/shell"
import { formatList } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { isAppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, pageUrl, withContext } from "~/remix/page.server"
import { Banner } from "~/ui/feedback/banner"

export const handle = { i18n: ["listing"] }

/** `whole` names the filter whose every choice is shown. */
const PageQuery = ListingQuery.extend({ whole: z.enum(facetGroups).optional() })

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const { query, invalid } = parseKnown(parameters)
  const { whole, ...listingQuery } = query
  const ordered = inOrder(pageUrl(request).searchParams, query)
  if (ordered) throw redirect(listAddress(ordered), 301)
  if (invalid.includes("cursor")) throw redirect(listingPath(listingQuery))
  const { understood, meant } = await readSearch(ctx, listingQuery)
  // A cursor is of the list that was asked for before.
  if (understood) throw redirect(listingPath({ ...understood, cursor: undefined }))
  const { listing, unknown } = await findKnown(ctx, request, listingQuery)
  const isEmpty = listing.profiles.length === 0
  const person = isEmpty && !meant && listingQuery.q ? await findMeantPerson(ctx, listingQuery.q) : null
  const shown = {
    meant: meant
      ? { to: listingPath({ ...meant.query, cursor: undefined }), name: meant.name }
      : person && { to: `/escorts/${person.slug}`, name: person.name },
    listing: toShownListing(listing, ctx, whole),
    title: listingTitle(translator(ctx.locale, "listing"), listing, ctx.locale),
    unknown: [...invalid.map((name) => parameters[name] ?? ""), ...unknown].map((value) =>
      value.slice(0, maxNamedValue),
    ),
  }
  return data(shown, shown.unknown.length > 0 ? 404 : 200)
})

/** How much of an unknown value the page repeats, in characters. */
const maxNamedValue = 40

/** Parses the parameters, without those whose values no list has; returns the names of these, too. */
function parseKnown(parameters: Record<string, string>): { query: z.infer<typeof PageQuery>; invalid: string[] } {
  const parsed = PageQuery.safeParse(parameters)
  if (parsed.success) return { query: parsed.data, invalid: [] }
  const invalid = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))]
  const others = Object.entries(parameters).filter(([name]) => !invalid.includes(name))
  return { query: PageQuery.parse(Object.fromEntries(others)), invalid }
}

/** Returns the list without the values that are unknown, and these. Throws redirects for renamed slugs and unusable cursors. */
async function findKnown(
  ctx: PageArgs["ctx"],
  request: Request,
  query: ListingQuery,
): Promise<{ listing: Listing; unknown: string[] }> {
  try {
    return { listing: await findProfiles(ctx, query), unknown: [] }
  } catch (error) {
    if (!isAppError(error)) throw error
    if (error.code === "cursor.invalid") throw redirect(listingPath({ ...query, cursor: undefined }))
    if (error.code !== "filter.unknown") throw error
    const renamed = await renamedParameters(ctx, pageUrl(request).searchParams)
    if (renamed) throw redirect(listAddress(renamed), 301)
    const unknown = new URLSearchParams(String(error.values.filters))
    const known = { ...query, cursor: undefined }
    for (const name of severalFilters)
      known[name] = joinValues(valuesOf(query[name]).filter((value) => !unknown.getAll(name).includes(value)))
    if (unknown.has("on")) known.on = undefined
    return { listing: await findProfiles(ctx, known), unknown: [...unknown.values()] }
  }
}

/**
 * Returns the parameters with their values as they are stored: slugs in lower case, several of a filter in one order, the lower price first, and of a
 * time of the week on a date the part of the day alone. Null if they are so already.
 */
function inOrder(parameters: URLSearchParams, query: ListingQuery): URLSearchParams | null {
  const ordered = canonicalQuery(query)
  const changed = filterNames.filter((name) => {
    const typed = parameters.get(name)
    const value = String(ordered[name] ?? "")
    const isGone = query[name] && value === ""
    return name !== "q" && typed && typed !== value && (isGone || /^[a-z0-9,-]+$/.test(value))
  })
  if (changed.length === 0) return null
  const present = new URLSearchParams(parameters)
  for (const name of changed) {
    if (ordered[name] === undefined) present.delete(name)
    else present.set(name, String(ordered[name]))
  }
  return present
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ListingPage() {
  const { t } = useTranslation("listing")
  const { listing, title, unknown, meant } = useLoaderData<typeof loader>()
  const asked = { ...listing, address: useAskedAddress(listing.address) }
  return (
    <div className="page-container pt-8 md:pt-12">
      <ListingHead listing={asked} title={title} />
      {unknown.length > 0 && <UnknownValues values={unknown} />}
      <div className="mt-6 grid gap-10 lg:mt-8 lg:grid-cols-[232px_minmax(0,1fr)]">
        {listing.profiles.length > 0 && (
          <SkipLink href="#results" className="max-lg:hidden">
            {t("skip")}
          </SkipLink>
        )}
        <FilterPanel listing={asked} />
        {listing.profiles.length > 0 ? (
          <ListingResults listing={listing} />
        ) : (
          <NoResults listing={listing} meant={meant} />
        )}
      </div>
    </div>
  )
}

/** Names what the address asks for and no list has. */
function UnknownValues({ values }: { values: string[] }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const named = values.map((value) => t("filters.words", { words: value }))
  return <Banner className="mt-6" fact={t("unknown", { count: values.length, values: formatList(named, locale) })} />
}
