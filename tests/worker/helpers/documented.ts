import { expect } from "vitest"
import { api } from "../../../worker/api/api"
import { describeApi } from "../../../worker/api/openapi/document"
import { commonErrors, ownCodes } from "../../../worker/api/openapi/errors"

interface Operation {
  method: string
  pattern: RegExp
  name: string
  /** The codes that the document lists for it, by status. */
  codes: Map<number, string[]>
}

let operations: Operation[] | undefined

/** Fails if an error of the API has a code that the OpenAPI document does not list for its operation and status. */
export async function expectDocumentedError(method: string, url: URL, response: Response): Promise<void> {
  const path = /^(?:\/api(?=\/)|(?=\/broadcasting\/))(.+)$/.exec(url.pathname)?.[1]
  if (response.status < 400 || !path || !response.headers.get("Content-Type")?.startsWith("application/json")) return
  operations ??= readOperations()
  const operation = operations.find((one) => one.method === method && one.pattern.test(path))
  if (!operation) return
  const { code } = (await response.clone().json()) as { code: string }
  const common = commonErrors.filter(({ status }) => status === response.status).map((error) => error.code)
  const listed = [...common, ...(operation.codes.get(response.status) ?? [])]
  expect(listed, `the ${response.status} codes that the document lists for ${operation.name}`).toContain(code)
}

/** Returns the document's operations; one with a fixed path before one that has a parameter in its place. */
function readOperations(): Operation[] {
  const { paths = {} } = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { responses: Record<string, object> }>).map(([method, { responses }]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
      name: `${method.toUpperCase()} ${path}`,
      codes: new Map(Object.entries(responses).map(([status, one]) => [Number(status), ownCodes(one)])),
    })),
  )
  return found.toSorted((a, b) => Number(a.name.includes("{")) - Number(b.name.includes("{")))
}
