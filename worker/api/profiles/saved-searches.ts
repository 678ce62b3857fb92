import * as z from "zod"
import { maxNewCounted, maxSavedSearches } from "~/domain/profiles/saved-searches/limits"
import {
  getSavedSearch,
  listSavedSearches,
  openSavedSearch,
  removeSavedSearch,
  saveSearch,
  setSearchAlert,
} from "~/domain/profiles/saved-searches/saved-searches.server"
import { SaveSearchForm, type SavedSearch as Search } from "~/domain/profiles/saved-searches/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "saved searches"
const params = z.object({ id: z.string().min(1).max(40).meta({ description: "A saved search's id" }) })
const rate = `Limit, together for saving, changing and removing: ${limitText("searches.change")}.`

const SavedSearch = z
  .object({
    id: z.string(),
    query: z.string().meta({ description: "The filters, as the query of `listProfiles`; empty: every profile" }),
    is_alerted: z.boolean().meta({ description: "You are notified once of each new profile that matches" }),
    new_profiles_count: z
      .number()
      .meta({ description: `Profiles published since you last opened it, counted to ${maxNewCounted}` }),
    created_at: epochMs,
  })
  .meta({ id: "SavedSearch" })

const list = createOperation({
  method: "get",
  path: "/",
  operationId: "listSavedSearches",
  tag,
  summary: "List your saved searches",
  description: `The latest first; at most ${maxSavedSearches}.`,
  guard: "user",
  responses: responses(200, "Your saved searches", z.object({ data: z.array(SavedSearch) })),
})

const save = createOperation({
  method: "post",
  path: "/",
  operationId: "saveSearch",
  tag,
  summary: "Save a search",
  description: `Idempotent: the same filters in any order are one search. You are notified of its new profiles from now on. 409 \`searches.full\` beyond ${maxSavedSearches}. ${rate}`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(SaveSearchForm.omit({ back: true }), {
        query:
          "The filters, as the query of `listProfiles`: `city=lyon,paris&language=es`. Order and paging are ignored",
      }),
    ),
  },
  responses: responses(200, "The saved search", SavedSearch),
  errors: ["filter.unknown", "searches.full", "rate.limited"],
})

const change = createOperation({
  method: "patch",
  path: "/{id}",
  operationId: "updateSavedSearch",
  tag,
  summary: "Update the alerts of a saved search",
  description: rate,
  guard: "user",
  request: { params, body: jsonBody(z.object({ is_alerted: z.boolean() })) },
  responses: responses(200, "The saved search", SavedSearch),
  errors: ["request.not_found", "rate.limited"],
})

const markSeen = createOperation({
  method: "post",
  path: "/{id}/seen",
  operationId: "markSavedSearchSeen",
  tag,
  summary: "Mark a search's profiles as seen",
  description: "`new_profiles_count` begins at 0 again.",
  guard: "user",
  request: { params },
  responses: responses(200, "The saved search", SavedSearch),
  errors: ["request.not_found"],
})

const remove = createOperation({
  method: "delete",
  path: "/{id}",
  operationId: "removeSavedSearch",
  tag,
  summary: "Remove a saved search",
  description: `Idempotent. ${rate}`,
  guard: "user",
  request: { params },
  responses: { 204: { description: "The search is not saved" } },
  errors: ["rate.limited"],
})

const shown = ({ id, query, is_alerted, new_profiles_count, created_at }: Search) => ({
  id,
  query,
  is_alerted,
  new_profiles_count,
  created_at,
})

export const savedSearches = createApi()
  .openapi(list, async (c) => c.json({ data: (await listSavedSearches(c.var.ctx)).map(shown) }, 200))
  .openapi(save, async (c) => {
    const id = await saveSearch(c.var.ctx, c.req.valid("json").query)
    return c.json(shown(await getSavedSearch(c.var.ctx, id)), 200)
  })
  .openapi(change, async (c) => {
    const { id } = c.req.valid("param")
    await setSearchAlert(c.var.ctx, id, c.req.valid("json").is_alerted)
    return c.json(shown(await getSavedSearch(c.var.ctx, id)), 200)
  })
  .openapi(markSeen, async (c) => {
    const { id } = c.req.valid("param")
    await openSavedSearch(c.var.ctx, id)
    return c.json(shown(await getSavedSearch(c.var.ctx, id)), 200)
  })
  .openapi(remove, async (c) => {
    await removeSavedSearch(c.var.ctx, c.req.valid("param").id)
    return c.body(null, 204)
  })
