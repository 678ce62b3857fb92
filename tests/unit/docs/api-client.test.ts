import { fileURLToPath } from "node:url"
import openapi, { astToString, type OpenAPI3 } from "openapi-typescript"
import ts from "typescript"
import { expect, test } from "vitest"

const folder = fileURLToPath(new URL(".", import.meta.url))

/** Code of an integrator against the generated types. */
const client = `
import createClient from "openapi-fetch"
import type { components, operations, paths } from "./schema"

const api = createClient<paths>({ baseUrl: "https://salon.example/api" })

export async function listNames(city: string): Promise<string[]> {
  const { data } = await api.GET("/profiles", { params: { query: { city, verified: "1" } } })
  return data ? data.data.map(({ name }) => name) : []
}

export type Sent = operations["sendMessage"]["responses"][201]["content"]["application/json"]

/** Returns the message, or null if the sender has to wait. */
export async function send(id: string, body: string, token: string): Promise<Sent | null> {
  const { data, error } = await api.POST("/conversations/{id}/messages", {
    headers: { Authorization: \`Bearer \${token}\` },
    params: { path: { id } },
    body: { client_id: "first", body },
  })
  if (data) return data satisfies components["schemas"]["Message"]
  switch (error.code) {
    case "chat.too_fast":
    case "server.failed":
      return null
    // @ts-expect-error An error of another operation.
    case "favorites.full":
      return null
    default:
      throw new Error(error.message)
  }
}

// @ts-expect-error There is no such path.
api.GET("/profile/{slug}", { params: { path: { slug: "x" } } })
// @ts-expect-error The body lacks its text.
api.POST("/conversations/{id}/messages", { params: { path: { id: "x" } }, body: { client_id: "first" } })
// @ts-expect-error The number of a message is no text.
api.DELETE("/conversations/{id}/messages/{seq}", { params: { path: { id: "x", seq: "first" } } })
`

test("a generated TypeScript client compiles against the OpenAPI document, and rejects wrong calls", async () => {
  const [{ api }, { describeApi }] = await Promise.all([
    import("../../../worker/api/api"),
    import("../../../worker/api/openapi/document"),
  ])
  const document = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
  const schema = astToString(await openapi(document as OpenAPI3))
  expect(compile({ "schema.ts": schema, "client.ts": client })).toEqual([])
}, 60_000)

/** Returns what the strict compiler finds in files that lie in this folder. */
function compile(sources: Record<string, string>): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const files = new Map(Object.entries(sources).map(([name, text]) => [folder + name, text]))
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2022)
  }
  const found = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
  return found.map(({ file, start = 0, messageText }) => {
    const line = file ? ts.getLineAndCharacterOfPosition(file, start).line + 1 : 0
    return `${file?.fileName.replace(folder, "")}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`
  })
}
