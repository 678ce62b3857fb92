import { type Database, read } from "~/db/client.server"
import type { Ctx } from "../../core/context"
import type { CatalogName } from "../../core/ports/catalog-names"
import { joinValues, valuesOf } from "../listing/filter-values"
import { selectCategories, selectCities, selectNames, selectRenamed, selectServices } from "./queries.server"
import type { Named } from "./schema"

/** Returns every city and category, in order, named in the reader's language. */
export async function findCatalog({ db, locale }: Pick<Ctx, "db" | "locale">): Promise<{
  cities: Named[]
  categories: Named[]
}> {
  const [cities, categories] = await read(db, selectCities(locale, null), selectCategories(locale, null))
  const named = ({ slug, name }: Named) => ({ slug, name })
  return { cities: cities.map(named), categories: categories.map(named) }
}

/** Returns every category with its services, in order, named in the reader's language. */
export async function findServiceCatalog({ db, locale }: Pick<Ctx, "db" | "locale">) {
  const [categories, services] = await read(db, selectCategories(locale, null), selectServices(locale))
  return categories.map(({ id, name }) => ({
    name,
    services: services.filter(({ category_id }) => category_id === id).map(({ slug, name }) => ({ slug, name })),
  }))
}

/** Returns the names of every city, region, category and service in each language: one round trip. */
export async function findCatalogNames(db: Database): Promise<CatalogName[]> {
  const [names] = await read(db, selectNames)
  return names
}

/**
 * Returns an address's parameters with the present slugs of the city, category and service that were renamed since;
 * null if none was.
 */
export async function renamedParameters(
  { db }: Pick<Ctx, "db">,
  parameters: URLSearchParams,
): Promise<URLSearchParams | null> {
  const slugsOf = (name: string) => valuesOf(parameters.get(name) ?? undefined)
  const former = { city: slugsOf("city"), category: slugsOf("category"), service: slugsOf("service") }
  const [renamed] = await read(db, selectRenamed(former))
  if (renamed.length === 0) return null
  const present = new URLSearchParams(parameters)
  for (const [kind, slugs] of Object.entries(former)) {
    const now = (slug: string) => renamed.find((one) => one.kind === kind && one.former === slug)?.slug ?? slug
    const joined = joinValues(slugs.map(now))
    if (joined) present.set(kind, joined)
  }
  return present
}
