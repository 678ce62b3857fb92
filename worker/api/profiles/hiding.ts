import * as z from "zod"
import {
  getHiding,
  hideFromCountry,
  hideFromPerson,
  showToCountry,
  showToPerson,
} from "~/domain/profiles/hiding/hiding.server"
import { maxHiddenCountries, maxHiddenPeople } from "~/domain/profiles/hiding/limits"
import { CountryForm, PersonActionForm, PersonForm } from "~/domain/profiles/hiding/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "own profile"
const country = "ISO 3166-1 alpha-2, `T1` for the Tor network, `XX` for requests whose country is unknown"

const Hiding = z
  .object({
    countries: z.array(z.string()).meta({ description: country }),
    people: z.array(
      z.object({
        id: z.string(),
        address: z.string().meta({ description: "Masked: the address itself is not stored" }),
        note: z.string().meta({ description: "Your own, or empty" }),
        created_at: epochMs,
      }),
    ),
  })
  .meta({ id: "ProfileHiding", description: "From whom your profile is hidden" })

const list = createOperation({
  method: "get",
  path: "/profile/hidden-from",
  operationId: "getProfileHiding",
  tag,
  summary: "Get from whom your profile is hidden",
  guard: "user",
  responses: responses(200, "Countries and people", Hiding),
  errors: ["request.not_found"],
})

const addCountry = createOperation({
  method: "post",
  path: "/profile/hidden-from/countries",
  operationId: "hideProfileFromCountry",
  tag,
  summary: "Hide your profile from a country",
  description: `Effective at once, whatever the state of your account: from there, your profile is not found. At most ${maxHiddenCountries} countries.`,
  guard: "user",
  request: { body: jsonBody(describeFields(CountryForm, { country })) },
  responses: responses(200, "Countries and people", Hiding),
  errors: ["request.not_found", "hiding.country_hidden", "hiding.countries_full", "conflict.changed"],
})

const removeCountry = createOperation({
  method: "delete",
  path: "/profile/hidden-from/countries/{country}",
  operationId: "showProfileToCountry",
  tag,
  summary: "Delete a country from those your profile is hidden from",
  guard: "user",
  request: { params: describeFields(CountryForm, { country }) },
  responses: responses(200, "Countries and people", Hiding),
  errors: ["request.not_found", "conflict.changed"],
})

const addPerson = createOperation({
  method: "post",
  path: "/profile/hidden-from/people",
  operationId: "hideProfileFromPerson",
  tag,
  summary: "Hide your profile from somebody, by their email address",
  description: `Effective at once, also for an account that they create later. The response is the same whether or not somebody has the address. At most ${maxHiddenPeople} people. Limit: ${limitText("workshop.save")}, with edits.`,
  guard: "user",
  request: { body: jsonBody(describeFields(PersonForm, { note: "For yourself: who it is" })) },
  responses: responses(200, "Countries and people", Hiding),
  errors: ["request.not_found", "hiding.own_address", "hiding.person_hidden", "hiding.people_full", "rate.limited"],
})

const removePerson = createOperation({
  method: "delete",
  path: "/profile/hidden-from/people/{id}",
  operationId: "showProfileToPerson",
  tag,
  summary: "Delete somebody from those your profile is hidden from",
  guard: "user",
  request: { params: describeFields(PersonActionForm, { id: "A hidden person's id" }) },
  responses: responses(200, "Countries and people", Hiding),
  errors: ["request.not_found"],
})

export const hiding = createApi()
  .openapi(list, async (c) => c.json(await getHiding(c.var.ctx), 200))
  .openapi(addCountry, async (c) => {
    await hideFromCountry(c.var.ctx, c.req.valid("json").country)
    return c.json(await getHiding(c.var.ctx), 200)
  })
  .openapi(removeCountry, async (c) => {
    await showToCountry(c.var.ctx, c.req.valid("param").country)
    return c.json(await getHiding(c.var.ctx), 200)
  })
  .openapi(addPerson, async (c) => {
    await hideFromPerson(c.var.ctx, c.req.valid("json"))
    return c.json(await getHiding(c.var.ctx), 200)
  })
  .openapi(removePerson, async (c) => {
    await showToPerson(c.var.ctx, c.req.valid("param").id)
    return c.json(await getHiding(c.var.ctx), 200)
  })
