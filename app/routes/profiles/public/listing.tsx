import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { renamedParameters } from "~/domain/profiles/catalog/service.server"
import { isFormerCursor } from "~/domain/profiles/cursor"
import { ListingQuery } from "~/domain/profiles/schema"
import { understandSearch } from "~/domain/profiles/search/search.server"
import { findProfiles } from "~/domain/profiles/service.server"
import { FilterPanel } from "~/features/listing/filter-panel"
import { ListingHead } from "~/features/listing/listing-head"
import { listingPath } from "~/features/listing/listing-path"
import { ListingResults } from "~/features/listing/listing-results"
import { listingTitle } from "~/features/listing/listing-title"
import { NoResults } from "~/features/listing/no-results"
import { facetGroups } from "~/features/listing/shown-listing"
import { toShownListing } from "~/features/listing/shown-listing.server"
import { useAskedAddress } from "~/features/listing/use-asked-address"
import { SkipLink } from "~/features/shell/shell"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError, isAppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, pageUrl, withContext } from "~/remix/page.server"

export const handle = { i18n: ["listing"] }

/** `whole` names the filter whose every choice is shown. */
const PageQuery = ListingQuery.extend({ whole: z.enum(facetGroups).optional() })

export const loader = withContext(async ({ ctx, request }) => {
  const parameters = Object.fromEntries([...new URL(request.url).searchParams].filter(([, value]) => value !== ""))
  const query = PageQuery.safeParse(parameters)
  if (!query.success) throw new AppError("request.malformed")
  const { whole, ...listingQuery } = query.data
  const lowerCase = lowerCaseSlugs(pageUrl(request).searchParams)
  if (lowerCase) throw redirect(`/escorts?${lowerCase}`, 301)
  const understood = await understandSearch(ctx, listingQuery)
  // A cursor is of the list that was asked for before.
  if (understood) throw redirect(listingPath({ ...understood, cursor: undefined }))
  const listing = await findProfiles(ctx, listingQuery).catch(async (error) => {
    leadToFirstPage(pageUrl(request).searchParams, error)
    return await leadToRenamed(ctx, request, error)
  })
  return {
    listing: toShownListing(listing, ctx, whole),
    title: listingTitle(translator(ctx.locale, "listing"), listing),
  }
})

const slugParameters = ["category", "service", "region", "city", "language"]

/** Returns the parameters with the slugs in lower case, as they are stored; null if they are so already, or are none. */
function lowerCaseSlugs(parameters: URLSearchParams): URLSearchParams | null {
  const typed = slugParameters.flatMap((name) => {
    const value = parameters.get(name) ?? ""
    return /^[A-Za-z0-9-]+$/.test(value) && value !== value.toLowerCase() ? [{ name, value }] : []
  })
  if (typed.length === 0) return null
  const changed = new URLSearchParams(parameters)
  for (const { name, value } of typed) changed.set(name, value.toLowerCase())
  return changed
}

/** Throws a redirect to the list's first page where a cursor is of the form that bookmarks may still have. */
function leadToFirstPage(parameters: URLSearchParams, error: unknown): void {
  if (!isAppError(error) || error.code !== "cursor.invalid" || !isFormerCursor(parameters.get("cursor") ?? "")) return
  const others = new URLSearchParams(parameters)
  others.delete("cursor")
  throw redirect(others.size > 0 ? `/escorts?${others}` : "/escorts")
}

/** Throws a redirect where the address has a slug that staff have changed, else the error. */
async function leadToRenamed(ctx: PageArgs["ctx"], request: Request, error: unknown): Promise<never> {
  if (!isAppError(error) || error.code !== "filter.unknown") throw error
  const renamed = await renamedParameters(ctx, pageUrl(request).searchParams)
  if (!renamed) throw error
  throw redirect(`/escorts?${renamed}`, 301)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ListingPage() {
  const { t } = useTranslation("listing")
  const { listing, title } = useLoaderData<typeof loader>()
  const asked = { ...listing, address: useAskedAddress(listing.address) }
  return (
    <div className="page-container pt-8 md:pt-12">
      <ListingHead listing={asked} title={title} />
      <div className="mt-6 grid gap-10 lg:mt-8 lg:grid-cols-[232px_minmax(0,1fr)]">
        {listing.profiles.length > 0 && (
          <SkipLink href="#results" className="max-lg:hidden">
            {t("skip")}
          </SkipLink>
        )}
        <FilterPanel listing={asked} />
        {listing.profiles.length > 0 ? <ListingResults listing={listing} /> : <NoResults listing={listing} />}
      </div>
    </div>
  )
}
