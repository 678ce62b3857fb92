import { read } from "~/db/client.server"
import { completeLocale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { type Reader, readerOf } from "../../chat/hiding/reader.server"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { dayOf } from "../../core/shared/site-days"
import { selectCategories, selectCities, selectServices } from "../catalog/queries.server"
import { namedValues, selectedFacets } from "../listing/facets"
import { parseFilterQuery } from "../listing/filter-query"
import { valuesOf } from "../listing/filter-values"
import { filterNames } from "../listing-parameters"
import { countBeyond } from "../queries.server"
import type { ListingFilter } from "../schema"
import { maxNewCounted, maxSavedSearches } from "./limits"
import * as queries from "./queries.server"
import type { SavedSearch } from "./schema"
import { searchKey } from "./search-key"
import { anchorsOf, type CatalogOfTags, tagGroups } from "./tag-groups"

/** The place in the newest ones of what is published now. */
const placeOf = (now: number) => Math.floor(now / 1_000)

/**
 * Saves a list's filters, of whose new profiles the actor is notified from now on; idempotent. Returns its id. Throws `auth.required`,
 * `filter.unknown`, `searches.full` and `rate.limited`.
 */
export async function saveSearch(ctx: Ctx, query: string): Promise<string> {
  const { id: userId } = requireUser(ctx)
  await ctx.limit("searches.change", userId)
  const filter = parseFilterQuery(query)
  const unknown = unreadIn(query, filter)
  if (unknown.size > 0) throw new AppError("filter.unknown", { values: { filters: unknown.toString() } })
  const key = searchKey(filter, ctx.locale)
  const { groups, anchors } = await readTags(ctx, filter)
  const now = ctx.now()
  const row = { ...key, id: newId(now), userId, place: placeOf(now), now }
  const [, , [saved]] = await read(
    ctx.db,
    queries.insertSearch(row, maxSavedSearches),
    queries.insertAnchors(key, { anchors, groups }),
    queries.selectSearchOf(userId, key),
  )
  if (!saved) throw new AppError("searches.full", { values: { max: maxSavedSearches } })
  return saved.id
}

/** Returns the filters of a query whose values no list has. */
function unreadIn(query: string, filter: ListingFilter): URLSearchParams {
  const asked = new URLSearchParams(query)
  const names = filterNames.filter((name) => asked.get(name) && filter[name] === undefined)
  return new URLSearchParams(names.map((name) => [name, asked.get(name) ?? ""]))
}

/** Returns the tags of a filter's list, and those under which it is stored. Throws `filter.unknown`. */
async function readTags({ db, locale, now }: Ctx, filter: ListingFilter) {
  const [found, counts, cities, categories, services] = await read(
    db,
    queries.selectIds({
      city: valuesOf(filter.city),
      category: valuesOf(filter.category),
      service: valuesOf(filter.service),
    }),
    queries.selectTagCounts,
    selectCities(locale, null),
    selectCategories(locale, null),
    selectServices(locale),
  )
  selectedFacets({ ...filter, today: dayOf(now()) }, { cities, categories, services })
  const idsOf = (kind: (typeof found)[number]["kind"]) =>
    new Map(found.filter((one) => one.kind === kind).map(({ slug, id }) => [slug, id]))
  const profiles = new Map(counts.map(({ tag, profiles: number }) => [tag, number]))
  const catalog: CatalogOfTags = {
    ids: { city: idsOf("city"), category: idsOf("category"), service: idsOf("service") },
    profiles,
    total: profiles.get("all") ?? 0,
  }
  const groups = tagGroups(filter, completeLocale(locale), catalog)
  return { groups, anchors: anchorsOf(groups, catalog) }
}

/** Returns the actor's saved searches, the latest first: two round trips. Throws `auth.required`. */
export async function listSavedSearches(ctx: Ctx): Promise<SavedSearch[]> {
  const [rows] = await read(ctx.db, queries.selectSearches(requireUser(ctx).id))
  return describeSearches(ctx, rows)
}

/** Returns one of the actor's saved searches. Throws `auth.required` and `request.not_found`. */
export async function getSavedSearch(ctx: Ctx, id: string): Promise<SavedSearch> {
  const [rows] = await read(ctx.db, queries.selectSearch(requireUser(ctx).id, id))
  const [search] = await describeSearches(ctx, rows)
  if (!search) throw new AppError("request.not_found")
  return search
}

/** Adds to searches the names of their values, and how many profiles are new: one round trip. */
async function describeSearches(ctx: Ctx, rows: queries.SavedSearchRow[]): Promise<SavedSearch[]> {
  const { db, locale } = ctx
  if (rows.length === 0) return []
  const [cities, categories, services, ...counts] = await read(
    db,
    selectCities(locale, null),
    selectCategories(locale, null),
    selectServices(locale),
    ...newCountStatements(ctx, await readerOf(ctx), rows),
  )
  return toSavedSearches(ctx, rows, { cities, categories, services, counts: counts.flat() })
}

/** Returns the statements that count what is new of a reader's searches. */
export function newCountStatements(ctx: Pick<Ctx, "now">, reader: Reader, rows: queries.SavedSearchRow[]) {
  const today = dayOf(ctx.now())
  return rows.map(({ id, query, locale, seen_place }) =>
    countBeyond(
      reader,
      locale,
      { ...parseFilterQuery(query), today },
      { name: id, place: seen_place, limit: maxNewCounted },
    ),
  )
}

type Catalog = Parameters<typeof namedValues>[1]

/** Converts rows of searches, with the catalog and the counts of what is new of them. */
export function toSavedSearches(
  ctx: Pick<Ctx, "now">,
  rows: queries.SavedSearchRow[],
  { counts, ...catalog }: Catalog & { counts: { name: string; profiles: number }[] },
): SavedSearch[] {
  const today = dayOf(ctx.now())
  const countsByName = new Map(counts.map(({ name, profiles }) => [name, profiles]))
  return rows.map((row) => {
    const filter = parseFilterQuery(row.query)
    return {
      id: row.id,
      query: row.query,
      filter,
      chosen: namedValues(filter, catalog).chosen,
      is_past: filter.on !== undefined && filter.on < today,
      is_alerted: row.is_alerted === 1,
      new_profiles_count: countsByName.get(row.id) ?? 0,
      created_at: row.created_at,
    }
  })
}

/**
 * Returns the query of one of the actor's searches, whose profiles count as seen from now on. Throws `auth.required` and
 * `request.not_found`.
 */
export async function openSavedSearch(ctx: Ctx, id: string): Promise<string> {
  const { id: userId } = requireUser(ctx)
  const [[row]] = await read(ctx.db, queries.selectSearch(userId, id))
  if (!row) throw new AppError("request.not_found")
  await queries.markSeen(ctx.db, userId, { id, place: placeOf(ctx.now()) })
  return row.query
}

/** Notifies the actor of a search's new profiles from now on, or stops it; idempotent. Throws `auth.required`, `request.not_found`, `rate.limited`. */
export async function setSearchAlert(ctx: Ctx, id: string, isAlerted: boolean): Promise<void> {
  const { id: userId } = requireUser(ctx)
  await ctx.limit("searches.change", userId)
  const [[row]] = await read(ctx.db, queries.selectSearch(userId, id))
  if (!row) throw new AppError("request.not_found")
  const filter = parseFilterQuery(row.query)
  const change = queries.updateAlert(userId, { id, isAlerted, place: placeOf(ctx.now()) })
  if (!isAlerted) return void (await read(ctx.db, change))
  const { groups, anchors } = await readTags({ ...ctx, locale: row.locale }, filter)
  await read(ctx.db, change, queries.insertAnchors(row, { anchors, groups }))
}

/** Removes one of the actor's searches; idempotent. Throws `auth.required` and `rate.limited`. */
export async function removeSavedSearch(ctx: Ctx, id: string): Promise<void> {
  const { id: userId } = requireUser(ctx)
  await ctx.limit("searches.change", userId)
  await queries.deleteSearch(ctx.db, userId, id)
}
