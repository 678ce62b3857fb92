import * as z from "zod"
import { countryChangeStates, countryRules, useRules } from "~/db/enums"
import { ChangeForm, CountryCode } from "~/domain/core/countries/schema"
import { getCountry, listCountries, listCountryChanges, proposeChange } from "~/domain/core/countries/service.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const tag = "admin"
const params = z.object({ country: CountryCode })

const rules = {
  visit: z.enum(countryRules).meta({
    description: "`age_gate`: visitors confirm their age, whatever the deployment asks; `block`: 451 `country.blocked`",
  }),
  list: z.enum(useRules).meta({ description: "`block`: no application is sent and no profile published from there" }),
  pay: z.enum(useRules).meta({ description: "`block`: nothing is bought from there; a plan can be cancelled" }),
  contact: z.enum(useRules).meta({ description: "`block`: no first message is sent from there" }),
}

const Country = z
  .object({
    country: z.string().meta({ description: "ISO 3166-1 alpha-2, `T1` for Tor, `XX` for an unknown country" }),
    ...rules,
    version: z.number().int().meta({ description: "For the next change; 0 if it was never decided" }),
    updated_at: epochMs.nullable(),
    pending_id: z.string().nullable().meta({ description: "The change that waits for a second person" }),
  })
  .meta({ id: "Country" })

const CountryChange = z
  .object({
    id: z.string(),
    ...rules,
    reason: z.string(),
    state: z.enum(countryChangeStates),
    staff: z.string().nullable().meta({ description: "Who proposed it; null: their account was erased" }),
    second_staff: z.string().nullable().meta({ description: "Who confirmed or refused it" }),
    created_at: epochMs,
    expires_at: epochMs,
  })
  .meta({ id: "CountryChange" })

const list = createOperation({
  method: "get",
  path: "/countries",
  operationId: "listCountries",
  tag,
  summary: "List the countries with their rules",
  description:
    "Every country, Tor and the unknown one first. A country that nobody decided about is allowed everything.",
  guard: "staff",
  permission: "countries.read",
  responses: responses(200, "The countries", wholeListOf(Country)),
})

const get = createOperation({
  method: "get",
  path: "/countries/{country}",
  operationId: "getCountry",
  tag,
  summary: "Get a country with its rules",
  guard: "staff",
  permission: "countries.read",
  request: { params },
  responses: responses(200, "The country", Country),
})

const changes = createOperation({
  method: "get",
  path: "/countries/{country}/changes",
  operationId: "listChangesOfCountry",
  tag,
  summary: "List the changes of a country",
  description: "The latest 30, latest first.",
  guard: "staff",
  permission: "countries.read",
  request: { params },
  responses: responses(200, "The changes", wholeListOf(CountryChange)),
})

const propose = createOperation({
  method: "post",
  path: "/countries/{country}/changes",
  operationId: "proposeCountryChange",
  tag,
  summary: "Submit rules for a country",
  description:
    "Nothing changes until a second person confirms it, `POST /admin/country-changes/acts/confirm`, within seven days; then it is in force everywhere within five seconds. 409 `countries.change_pending` while another change of the country waits, `countries.unchanged` for the rules that it has, `conflict.changed` if `version` is not the current one.",
  guard: "staffProof",
  permission: "countries.propose",
  request: {
    params,
    body: jsonBody(
      describeFields(ChangeForm, {
        visit: "The rule for visiting",
        list: "The rule for applying and publishing",
        pay: "The rule for buying",
        contact: "The rule for first messages",
        version: "The version that you read",
        reason: "Why; 1 to 500 characters",
      }),
    ),
  },
  responses: responses(202, "The change waits for a second person", z.object({ id: z.string() })),
  errors: ["countries.change_pending", "countries.unchanged", "conflict.changed"],
})

export const adminCountries = createApi()
  .openapi(list, async (c) => c.json({ data: await listCountries(c.var.ctx), next_cursor: null }, 200))
  .openapi(get, async (c) => c.json(await getCountry(c.var.ctx, c.req.valid("param").country), 200))
  .openapi(changes, async (c) => {
    const data = await listCountryChanges(c.var.ctx, c.req.valid("param").country)
    return c.json({ data, next_cursor: null }, 200)
  })
  .openapi(propose, async (c) => {
    const id = await proposeChange(c.var.ctx, c.req.valid("param").country, c.req.valid("json"))
    return c.json({ id }, 202)
  })
