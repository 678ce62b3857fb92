import * as z from "zod"
import { defaultSettings } from "~/domain/core/settings/registry"
import { FavoritesQuery } from "~/domain/profiles/favorites/schema"
import { addFavorite, findFavorites, removeFavorite } from "~/domain/profiles/favorites/service.server"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { Card, pageOf } from "../openapi/schemas"

const params = z.object({ profile: z.string().min(1).max(40).meta({ description: "A profile's id" }) })
const rate = `Limit, together for adding and removing: ${limitText("favorites.change")}.`

const list = createOperation({
  method: "get",
  path: "/",
  operationId: "listFavorites",
  tag: "favorites",
  summary: "List your favorites",
  description:
    "24 published profiles per page, the last added first. 400 `filter.unknown` for an unknown city or category.",
  guard: "user",
  request: {
    query: describeFields(FavoritesQuery, {
      city: "A city's slug",
      category: "A category's slug",
      cursor: "The `next_cursor` of the previous page",
    }),
  },
  responses: responses(200, "A page of profiles", pageOf(Card)),
  errors: ["cursor.invalid", "filter.unknown"],
})

const add = createOperation({
  method: "put",
  path: "/{profile}",
  operationId: "addFavorite",
  tag: "favorites",
  summary: "Add a favorite",
  description: `Idempotent. 404 \`request.not_found\` for a profile that is not published; 409 \`favorites.full\` beyond ${defaultSettings["limits.most_favorites"]} favorites, or as many as staff have set. ${rate}`,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The profile is a favorite" } },
  errors: ["request.not_found", "favorites.full", "rate.limited"],
})

const remove = createOperation({
  method: "delete",
  path: "/{profile}",
  operationId: "removeFavorite",
  tag: "favorites",
  summary: "Remove a favorite",
  description: `Idempotent. ${rate}`,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The profile is not a favorite" } },
  errors: ["rate.limited"],
})

export const favorites = createApi()
  .openapi(list, async (c) => {
    const { profiles, next_cursor } = await findFavorites(c.var.ctx, c.req.valid("query"))
    return c.json({ data: profiles, next_cursor }, 200)
  })
  .openapi(add, async (c) => {
    await addFavorite(c.var.ctx, c.req.valid("param").profile)
    return c.body(null, 204)
  })
  .openapi(remove, async (c) => {
    await removeFavorite(c.var.ctx, c.req.valid("param").profile)
    return c.body(null, 204)
  })
