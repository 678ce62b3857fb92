import { read } from "~/db/client.server"
import type { Ctx } from "../context"
import { selectCategories, selectCities, selectServices } from "./queries.server"
import type { Named } from "./schema"

/** Returns every city and category, in order, named in the reader's language. */
export async function findCatalog({ db, locale }: Pick<Ctx, "db" | "locale">): Promise<{
  cities: Named[]
  categories: Named[]
}> {
  const [cities, categories] = await read(db, selectCities(locale), selectCategories(locale))
  const named = ({ slug, name }: Named) => ({ slug, name })
  return { cities: cities.map(named), categories: categories.map(named) }
}

/** Returns every category with its services, in order, named in the reader's language. */
export async function findServiceCatalog({ db, locale }: Pick<Ctx, "db" | "locale">) {
  const [categories, services] = await read(db, selectCategories(locale), selectServices(locale))
  return categories.map(({ id, name }) => ({
    name,
    services: services.filter(({ category_id }) => category_id === id).map(({ slug, name }) => ({ slug, name })),
  }))
}
