import { describe, expect, test } from "vitest"
import { errorStatus } from "~/lib/errors"
import { api } from "../../../worker/api/api"
import { commonErrors, ownCodes } from "../../../worker/api/openapi/errors"
import { en, fetchApp, signedIn, withAccess } from "../helpers/app"
import { expectDocumentedError } from "../helpers/documented"
import { insertStaff, insertUser } from "../helpers/rows"

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
interface Schema {
  $ref?: string
  allOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  enum?: string[]
}
interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
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

  test("the OpenAPI document has a name in camel case for every operation, each of its own", async () => {
    const names = operationsOf(await readDocument()).map(({ name, operation }) => [name, operation.operationId])
    for (const [name, id] of names) expect([name, id]).toEqual([name, expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/)])
    expect(new Set(names.map(([, id]) => id)).size).toBe(names.length)
  })

  test("the OpenAPI document has a summary, the responses and the codes of each error for every operation", async () => {
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
        if (status < "400" || status === "default") continue
        const codes = ownCodes(answer)
        expect([name, status, codes]).not.toEqual([name, status, []])
        for (const code of codes) expect([name, code, String(errorStatus[code])]).toEqual([name, code, status])
        expect(answer.description).toBe(codes.map((code) => `\`${code}\``).join(", "))
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

  test("the OpenAPI document says once for all operations which errors are common to them, and no operation repeats one", async () => {
    const document = await readDocument()
    const common = commonErrors.map(({ code }) => code)
    expect(document.components.schemas.CommonErrorCode?.enum).toEqual(common)
    for (const { status, code } of commonErrors)
      expect(document.info.description).toContain(`- ${status} \`${code}\`: `)
    for (const { name, operation } of operationsOf(document)) {
      const { default: rest, ...own } = operation.responses
      expect(rest?.content?.["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/CommonError" })
      const repeated = Object.values(own)
        .flatMap(ownCodes)
        .filter((code) => common.includes(code as never))
      expect([name, repeated]).toEqual([name, []])
    }
  })

  test("the OpenAPI document lists exactly the errors of a closed account's sign-in, and none of chat for a socket", async () => {
    const { paths } = await readDocument()
    const codesOf = (operation: Operation | undefined) => Object.values(operation?.responses ?? {}).flatMap(ownCodes)
    expect(codesOf(paths["/auth/login"]?.post)).toEqual([
      "auth.invalid_credentials",
      "auth.account_closed",
      "validation.failed",
      "rate.limited",
    ])
    expect(codesOf(paths["/broadcasting/auth"]?.post)).toEqual([
      "auth.required",
      "chat.channel_refused",
      "rate.limited",
    ])
  })

  test("the OpenAPI document lists exactly the user's returned fields", async () => {
    const { User } = (await readDocument()).components.schemas
    const me = await (await fetchApp("/api/auth/me", await signedIn(await insertUser()))).json()
    const staff = await (await fetchApp("/api/auth/me", await signedIn(await insertStaff()))).json()
    expect(Object.keys(User?.properties ?? {}).toSorted()).toEqual(Object.keys(staff as object).toSorted())
    expect(User?.required?.toSorted()).toEqual(Object.keys(me as object).toSorted())
  })

  test("an error that the OpenAPI document does not list for its operation fails a test", async () => {
    const check = (path: string, status: number, code: string) =>
      expectDocumentedError("POST", new URL(`${en}${path}`), Response.json({ code }, { status }))
    await check("/api/auth/login", 401, "auth.invalid_credentials")
    await check("/api/auth/login", 403, "access.denied")
    await check("/broadcasting/auth", 403, "chat.channel_refused")
    await check("/api/nowhere", 404, "request.not_found")
    await expect(check("/api/auth/login", 401, "auth.required")).rejects.toThrow("POST /auth/login")
    await expect(check("/api/auth/login", 400, "access.denied")).rejects.toThrow("POST /auth/login")
    await expect(check("/broadcasting/auth", 403, "chat.links_held")).rejects.toThrow("POST /broadcasting/auth")
  })
})
