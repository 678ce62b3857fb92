import { exports } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { userGroups } from "~/db/schema"
import { api } from "../../../worker/api/api"
import { describeApi } from "../../../worker/api/openapi/document"
import { en, newAddress } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { db, insertColleague, insertGroup, insertSession } from "../helpers/rows"

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  minLength?: number
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const document = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
const components = (document.components?.schemas ?? {}) as Record<string, Schema>

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).flatMap(([method, { operationId, requestBody }]) => {
    const schema = requestBody?.content["application/json"]?.schema
    return schema ? [{ id: operationId, method: method.toUpperCase(), path, schema }] : []
  }),
)

/** A body, with the place of each text in it: the names and indexes that lead there. */
interface Sample {
  value: unknown
  texts: string[][]
}

const formats: Record<string, string> = { date: "2026-12-01", email: "name@example.org", uri: "https://example.org/" }

/** Returns bodies that match a schema, one for each of its alternatives. */
function samplesOf(schema: Schema): Sample[] {
  const { $ref, allOf, anyOf = schema.oneOf, type, items, properties, additionalProperties } = schema
  if ($ref) return samplesOf(components[$ref.split("/").at(-1) ?? ""] ?? {})
  if (schema.const !== undefined) return [{ value: schema.const, texts: [] }]
  if (schema.enum) return [{ value: schema.enum.find((one) => one !== null), texts: [] }]
  if (anyOf) return anyOf.flatMap(samplesOf)
  if (allOf) return [{ ...samplesOf(Object.assign({}, ...allOf.map(resolve)))[0] } as Sample]
  const [first] = [type].flat().filter((one) => one !== "null")
  if (first === "string") {
    const text = formats[schema.format ?? ""] ?? "a".repeat(Math.max(3, schema.minLength ?? 0))
    return [{ value: text, texts: [[]] }]
  }
  if (first === "number" || first === "integer") return [{ value: schema.minimum ?? 1, texts: [] }]
  if (first === "boolean") return [{ value: true, texts: [] }]
  if (first === "array") return samplesOf(items ?? {}).map((one) => within("0", one, [one.value]))
  if (properties) return samplesOfObject(properties)
  if (typeof additionalProperties === "object")
    return samplesOf(additionalProperties).map((one) => within("name", one, { name: one.value }))
  return [{ value: null, texts: [] }]
}

const resolve = (schema: Schema): Schema =>
  schema.$ref ? (components[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema

const within = (name: string, { texts }: Sample, value: unknown): Sample => ({
  value,
  texts: texts.map((path) => [name, ...path]),
})

/** Each alternative of a property once, the others with their first. */
function samplesOfObject(properties: Record<string, Schema>): Sample[] {
  const named = Object.entries(properties).map(([name, schema]) => ({ name, samples: samplesOf(schema) }))
  const count = Math.max(1, ...named.map(({ samples }) => samples.length))
  return Array.from({ length: count }, (_, index) => {
    const chosen = named.flatMap(({ name, samples }) => {
      const sample = samples[index] ?? samples[0]
      return sample ? [{ name, sample }] : []
    })
    return {
      value: Object.fromEntries(chosen.map(({ name, sample }) => [name, sample.value])),
      texts: chosen.flatMap(({ name, sample }) => sample.texts.map((path) => [name, ...path])),
    }
  })
}

/** Returns the body with another text at a place. */
function replaceAt(value: unknown, [name, ...rest]: string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return [replaceAt(value[0], rest, text)]
  const object = value as Record<string, unknown>
  return { ...object, [name]: replaceAt(object[name], rest, text) }
}

let token = ""
beforeAll(async () => {
  const roles = ["trust_lead", "moderator", "verifier", "support", "finance", "editor", "auditor"] as const
  const staff = await insertColleague(...roles)
  await db.insert(userGroups).values({ userId: staff.id, groupId: (await insertGroup({ root: true })).id })
  token = (await insertSession({ userId: staff.id, confirmedAt: Date.now() })).token
})

/** Calls an operation once for each text of its body, with this text in its place. */
async function callWith({ method, path, schema }: (typeof operations)[number], text: string) {
  const address = `${en}/api${path.replace(/\{\w+\}/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV")}`.replace(
    "/api/broadcasting",
    "/broadcasting",
  )
  const calls = samplesOf(schema).flatMap(({ value, texts }) =>
    texts.map((place) => ({ place: place.join("."), body: JSON.stringify(replaceAt(value, place, text)) })),
  )
  const results = []
  for (const { place, body } of calls) {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
    const init = { method, body, headers: { ...headers, "CF-Connecting-IP": newAddress() } }
    const response = await exports.default.fetch(address, init)
    results.push({ place, status: response.status, text: await response.text() })
  }
  if (results.some(({ text }) => text.includes("billing.unavailable"))) takeLog("request.failed")
  return results
}

describe("the texts in the requests of the API", () => {
  test("the bodies of most operations have some", () => {
    expect(operations.length).toBeGreaterThan(90)
    const withTexts = operations.filter(({ schema }) => samplesOf(schema).some(({ texts }) => texts.length > 0))
    expect(withTexts.length).toBeGreaterThan(70)
  })

  test.each(operations.filter(({ path }) => !path.startsWith("/broadcasting/")))(
    "$id refuses half of a surrogate pair in each text, and names the field",
    async (operation) => {
      for (const { place, status, text } of await callWith(operation, "a\ud800")) {
        expect([place, status]).toEqual([place, 422])
        expect(Object.keys((JSON.parse(text) as { errors: object }).errors)).toContain(place)
      }
    },
  )

  test.each(operations)("$id fails by no blank text, nor stores invisible characters", async (operation) => {
    for (const typed of ["\u00a0\u200b\u3000", "\u200ba\u00a0\u200bb\ufeff", "\ufdfa".repeat(2_000)])
      for (const { place, status, text } of await callWith(operation, typed)) {
        // The tests have no payment provider, and acts on records name the ids that they were given.
        const isFine = status < 500 || text.includes("billing.unavailable")
        const isStored = text.includes("\u200b") && !place.startsWith("ids.")
        expect([place, isFine || status, isStored]).toEqual([place, true, false])
      }
  })
})
