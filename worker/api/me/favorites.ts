import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { FavoritesQuery } from "~/domain/favorites/schema"
import { addFavorite, findFavorites, removeFavorite } from "~/domain/favorites/service.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"
import { Card } from "../openapi/schemas"

const params = z.object({ profile: z.string().min(1).max(40).meta({ description: "A profile's id" }) })

const list = createRoute({
  method: "get",
  path: "/",
  tags: ["favorites"],
  summary: "The profiles that you keep, the last kept first",
  security: signedIn,
  request: { query: FavoritesQuery },
  responses: {
    ...responses(200, "A page of them", z.object({ data: z.array(Card), next_cursor: z.string().nullable() })),
    ...errorResponses(400, 401, 422),
  },
})

const keep = createRoute({
  method: "put",
  path: "/{profile}",
  tags: ["favorites"],
  summary: "Keep a profile",
  security: signedIn,
  request: { params },
  responses: { 204: { description: "Kept" }, ...errorResponses(401, 404, 409, 429) },
})

const letGo = createRoute({
  method: "delete",
  path: "/{profile}",
  tags: ["favorites"],
  summary: "Let a profile go",
  security: signedIn,
  request: { params },
  responses: { 204: { description: "Not kept any more" }, ...errorResponses(401, 429) },
})

export const favorites = createApi()
  .openapi(list, async (c) => {
    const { profiles, next_cursor } = await findFavorites(c.var.ctx, c.req.valid("query"))
    return c.json({ data: profiles, next_cursor }, 200)
  })
  .openapi(keep, async (c) => {
    await addFavorite(c.var.ctx, c.req.valid("param").profile)
    return c.body(null, 204)
  })
  .openapi(letGo, async (c) => {
    await removeFavorite(c.var.ctx, c.req.valid("param").profile)
    return c.body(null, 204)
  })
