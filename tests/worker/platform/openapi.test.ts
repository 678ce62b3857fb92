import { describe, expect, test } from "vitest"
import { errorStatus } from "~/lib/errors"
import { api } from "../../../worker/api/api"
import { fetchApp, fetchWith, json, signedIn, withAccess } from "../helpers/app"
import { elementsOf, headingOf } from "../helpers/page"
import { insertUser } from "../helpers/rows"

interface Operation {
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
interface Schema {
  $ref?: string
  required?: string[]
  properties?: Record<string, Schema>
  enum?: string[]
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> }
}

async function readDocument(): Promise<Document> {
  const response = await fetchApp("/api/openapi.json", await withAccess())
  expect(response.status).toBe(200)
  return response.json()
}

const operationsOf = (document: Document) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
  )

describe("the OpenAPI document", () => {
  test("the OpenAPI document is of version 3.1, with a title, a version and its own server", async () => {
    const document = await readDocument()
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    expect(document.info).toMatchObject({ title: "Salon API", version: expect.stringMatching(/./) })
    expect(document.servers).toEqual([{ url: "http://en.localhost:8787/api" }])
  })

  test("the OpenAPI document describes every route of the API, and no other", async () => {
    const undocumented = new Set(["GET /openapi.json", "GET /docs"])
    const routes = api.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
      .filter((route) => !undocumented.has(route))
    const described = operationsOf(await readDocument()).map(({ name }) => name)
    expect(described.toSorted()).toEqual([...new Set(routes)].toSorted())
    expect(described.length).toBeGreaterThanOrEqual(3)
  })

  test("the OpenAPI document describes how sockets are signed for, by query, form and JSON", async () => {
    const { paths } = await readDocument()
    for (const [path, fields] of [
      ["/broadcasting/auth", ["socket_id", "channel_name"]],
      ["/broadcasting/user-auth", ["socket_id"]],
    ] as const) {
      const { get, post } = paths[path] ?? {}
      expect(get?.parameters?.map(({ name, in: where }) => [name, where])).toEqual(
        fields.map((name) => [name, "query"]),
      )
      const bodies = Object.entries(post?.requestBody?.content ?? {})
      expect(bodies.map(([type]) => type)).toEqual(["application/x-www-form-urlencoded", "application/json"])
      for (const [, { schema }] of bodies) expect(schema.required).toEqual(fields)
    }
  })

  test("the OpenAPI document has a summary, the responses and each error's sentence for every operation", async () => {
    const document = await readDocument()
    for (const { name, path, operation } of operationsOf(document)) {
      expect([name, operation.summary, operation.tags]).toEqual([
        name,
        expect.stringMatching(/^\p{Lu}/u),
        [expect.any(String)],
      ])
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path")
      expect([name, declared.map((parameter) => parameter.name).toSorted()]).toEqual([name, inPath.toSorted()])
      expect([name, Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status))]).toEqual([name, true])
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect([name, status, answer.description]).toEqual([name, status, expect.stringMatching(/./)])
        if (status < "400") continue
        const codes = Object.entries(errorStatus).filter(([, of]) => String(of) === status)
        expect([name, status, codes.length > 0]).toEqual([name, status, true])
        expect(answer.content?.["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Error" })
      }
    }
  })

  test("the OpenAPI document resolves every reference and every security scheme", async () => {
    const document = await readDocument()
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, reference]) => reference ?? "",
    )
    expect(references.length).toBeGreaterThan(0)
    for (const reference of references) {
      const path = reference.replace(/^#\//, "").split("/")
      const target = path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
      expect([reference, target]).toEqual([reference, expect.any(Object)])
    }
    const schemes = operationsOf(document).flatMap(({ operation }) => operation.security ?? [])
    for (const scheme of schemes.flatMap(Object.keys))
      expect(document.components.securitySchemes).toHaveProperty(scheme)
  })

  test("the OpenAPI document names every code that an error can have", async () => {
    const { schemas } = (await readDocument()).components
    expect(schemas.Error?.properties?.code?.enum?.toSorted()).toEqual(Object.keys(errorStatus).toSorted())
  })

  test("the OpenAPI document lists exactly the user's returned fields", async () => {
    const { User } = (await readDocument()).components.schemas
    const me = await (await fetchApp("/api/auth/me", await signedIn(await insertUser()))).json()
    expect(Object.keys(User?.properties ?? {}).toSorted()).toEqual(Object.keys(me as object).toSorted())
    expect(User?.required?.toSorted()).toEqual(Object.keys(me as object).toSorted())
  })

  test("the OpenAPI document declares each error that its sign-in really returns", async () => {
    const operation = (await readDocument()).paths["/auth/login"]?.post
    const responses = [
      await fetchApp("/api/auth/login", { method: "POST", body: "{", headers: { "Content-Type": "application/json" } }),
      await fetchApp("/api/auth/login", { method: "POST", body: "x", headers: { "Content-Type": "text/plain" } }),
      await fetchApp("/api/auth/login", json({})),
      await fetchApp("/api/auth/login", json({ email: "nobody-openapi@example.org", password: "x" })),
    ]
    expect(responses.map(({ status }) => status)).toEqual([400, 415, 422, 401])
    for (const { status } of responses) expect(operation?.responses).toHaveProperty(String(status))
  })
})

describe("the page of the API's documentation", () => {
  test("the API documentation shows every operation and schema without a script, under the strict policy", async () => {
    const response = await fetchApp("/api/docs", await withAccess())
    expect(response.status).toBe(200)
    const policy = response.headers.get("Content-Security-Policy") ?? ""
    expect(policy).not.toContain("unsafe")
    const html = await response.text()
    expect(headingOf(html)).toBe("Salon API")
    const document = await readDocument()
    for (const { name } of operationsOf(document)) expect(html).toContain(`<code>${name}</code>`)
    const elements = await elementsOf(html)
    for (const schema of Object.keys(document.components.schemas)) {
      expect(elements.some(({ attributes }) => attributes.id === `schema-${schema}`)).toBe(true)
    }
    expect(elements.filter(({ tag }) => tag === "script" || tag === "link")).toEqual([])
    const targets = elements.flatMap(({ attributes }) =>
      attributes.href?.startsWith("#") ? [attributes.href.slice(1)] : [],
    )
    for (const id of targets) expect(elements.some(({ attributes }) => attributes.id === id)).toBe(true)
  })

  test("the API documentation escapes the app's name", async () => {
    const html = await (await fetchWith({ APP_NAME: "<script>x</script>" }, "/api/docs", await withAccess())).text()
    expect(html).not.toContain("<script>")
  })
})
