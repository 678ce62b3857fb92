import * as z from "zod"
import { SuggestionQuery } from "~/domain/profiles/search/schema"
import { suggestedFilters } from "~/domain/profiles/search/suggested-names"
import { findSuggestions } from "~/domain/profiles/search/suggestions.server"
import { describeFields } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { Card } from "../openapi/schemas"

const Suggestions = z
  .object({
    people: z.array(Card.pick({ slug: true, name: true, city: true, cover: true })).meta({ description: "At most 5" }),
    names: z
      .array(
        z.object({
          filter: z.enum(suggestedFilters).meta({ description: "The parameter of `listProfiles`" }),
          value: z.string().meta({ description: "Its value" }),
          name: z.string().meta({ description: "In the request's language" }),
        }),
      )
      .meta({ description: "At most 6, those that begin with the words first" }),
  })
  .meta({ id: "SearchSuggestions" })

const list = createOperation({
  method: "get",
  path: "/suggestions",
  operationId: "listSearchSuggestions",
  tag: "profiles",
  summary: "List suggestions for a search",
  description:
    "Published profiles with a name of which each word begins one, and cities, categories, services and languages whose name in any language has words that begin so. A single letter finds no profiles.",
  request: {
    query: describeFields(SuggestionQuery, { q: "What is typed so far, up to 100 characters" }),
  },
  responses: responses(200, "The suggestions", Suggestions),
})

export const suggestions = createApi().openapi(list, async (c) =>
  c.json(await findSuggestions(c.var.ctx, c.req.valid("query").q), 200),
)
