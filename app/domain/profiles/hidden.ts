import { type JsonText, trustedJson } from "~/db/statements/json"
import { valuesOf } from "./listing/filter-values"
import type { ListingFilter } from "./schema"

/** A profile whose count differs for the reader, as it is counted (listed_profiles). */
export interface HiddenRow {
  city_id: string
  region: string
  categories: JsonText<string[]>
  facets: JsonText<string[]>
  /** 1: counted though it is hidden from them; -1: their own, which is not counted in their country. */
  weight: 1 | -1
}

interface Counted {
  id: string
  slug: string
  profiles: number
}

interface Counts<City extends Counted, Category extends Counted> {
  cities: City[]
  categories: Category[]
  counts: { facet: string; profiles: number }[]
  /** The total of the place and category. */
  total: number
}

/**
 * Subtracts the profiles hidden from this reader (trust-safety R18, R41) from a filter's counts, and adds their own: triggers count for
 * everybody in a country.
 */
export function withoutHidden<City extends Counted, Category extends Counted>(
  hidden: HiddenRow[],
  { city, region, category }: Pick<ListingFilter, "city" | "region" | "category">,
  { cities, categories, counts, total }: Counts<City, Category>,
): Counts<City, Category> {
  if (hidden.length === 0) return { cities, categories, counts, total }
  const idsOf = (list: Counted[], filter: string | undefined) =>
    valuesOf(filter).map((slug) => list.find((one) => one.slug === slug)?.id)
  const cityIds = idsOf(cities, city)
  const categoryIds = idsOf(categories, category)
  const isInPlace = (row: HiddenRow) =>
    city ? cityIds.includes(row.city_id) : !region || valuesOf(region).includes(row.region)
  const isOfCategory = (row: HiddenRow) => !category || categoryIds.some((id) => includes(row.categories, id))
  const inPlace = hidden.filter(isInPlace)
  const ofCategory = hidden.filter(isOfCategory)
  const ofBoth = inPlace.filter(isOfCategory)
  return {
    cities: cities.map((one) => without(one, ofCategory, ({ city_id }) => city_id === one.id)),
    categories: categories.map((one) => without(one, inPlace, (row) => includes(row.categories, one.id))),
    counts: counts.map((one) => without(one, ofBoth, ({ facets }) => includes(facets, one.facet))),
    total: total - weightOf(ofBoth),
  }
}

function without<Count extends { profiles: number }>(
  count: Count,
  hidden: HiddenRow[],
  isCounted: (row: HiddenRow) => boolean,
): Count {
  return { ...count, profiles: count.profiles - weightOf(hidden.filter(isCounted)) }
}

const weightOf = (rows: HiddenRow[]) => rows.reduce((sum, { weight }) => sum + weight, 0)

const includes = (list: JsonText<string[]>, value: string | undefined) => trustedJson(list).some((one) => one === value)
