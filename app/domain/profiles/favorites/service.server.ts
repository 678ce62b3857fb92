import { read } from "~/db/client.server"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { readerOf } from "../../chat/hiding/reader.server"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { toCard } from "../cards.server"
import { selectCategories, selectCities } from "../catalog/queries.server"
import { pageSize } from "../listing-parameters"
import * as queries from "./queries.server"
import type { Favorites, FavoritesQuery } from "./schema"

/** Adds a profile to the actor's favourites; idempotent. Throws `request.not_found` and `favorites.full`. */
export async function addFavorite(ctx: Ctx, profileId: string): Promise<void> {
  const user = requireUser(ctx)
  await ctx.limit("favorites.change", user.id)
  const max = ctx.settings["limits.most_favorites"]
  const { isPublished, isFavorite } = await queries.insertFavorite(
    ctx.db,
    { ...(await readerOf(ctx)), userId: user.id },
    {
      profileId,
      now: ctx.now(),
      max,
    },
  )
  if (!isPublished) throw new AppError("request.not_found")
  if (!isFavorite) throw new AppError("favorites.full", { values: { max } })
}

/** Removes a profile from the actor's favourites; idempotent. */
export async function removeFavorite(ctx: Ctx, profileId: string): Promise<void> {
  const user = requireUser(ctx)
  await ctx.limit("favorites.change", user.id)
  await queries.deleteFavorite(ctx.db, user.id, profileId)
}

/** Returns a page of the actor's published favourites: one round trip. Throws `filter.unknown` and `cursor.invalid`. */
export async function findFavorites(ctx: Ctx, query: FavoritesQuery): Promise<Favorites> {
  const reader = { ...(await readerOf(ctx)), userId: requireUser(ctx).id }
  const scope = { city: query.city, category: query.category }
  const [rows, kinds, categories, cities] = await read(
    ctx.db,
    queries.selectFavorites(reader, query, {
      limit: pageSize + 1,
      before: query.cursor ? decodeKeyset(query.cursor, scope) : undefined,
    }),
    queries.selectFavoriteKinds(reader),
    selectCategories(ctx.locale, reader.country),
    selectCities(ctx.locale, reader.country),
  )
  const isUnknown = (slug: string | undefined, all: { slug: string }[]) => slug && !all.some((one) => one.slug === slug)
  if (isUnknown(query.city, cities) || isUnknown(query.category, categories)) throw new AppError("filter.unknown")
  const count = (
    all: { id: string; slug: string; name: string }[],
    has: (kind: (typeof kinds)[number], id: string) => boolean,
  ) =>
    all
      .map(({ id, slug, name }) => ({ slug, name, profiles: kinds.filter((kind) => has(kind, id)).length }))
      .filter(({ profiles }) => profiles > 0)
  const placeOf = ({ favorited_at, card }: (typeof rows)[number]) => ({
    at: favorited_at,
    id: trustedJson(card).id,
  })
  const { shown, next_cursor } = pageOf(rows, pageSize, placeOf, scope)
  return {
    profiles: shown.map((row) => toCard(ctx, row, { cities, categories })),
    total: kinds.length,
    city: query.city ?? null,
    category: query.category ?? null,
    cities: count(cities, (kind, id) => kind.city_id === id),
    categories: count(categories, (kind, id) => kind.categories.includes(`"${id}"`)),
    next_cursor,
  }
}
