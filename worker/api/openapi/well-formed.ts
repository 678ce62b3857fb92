import { createMiddleware } from "hono/factory"
import { AppError } from "~/lib/errors"
import type { AppEnv } from "../../env"

/**
 * Refuses JSON with half of a surrogate pair, by field, in any text or name: nothing behind the API can encode it. Only
 * an escape can say one: bytes that are not UTF-8 are replaced when the body is read.
 */
export const requireWellFormed = createMiddleware<AppEnv>(async (c, next) => {
  const isJson = /^application\/json\b/i.test(c.req.header("Content-Type") ?? "")
  const text = isJson ? await c.req.text() : ""
  const fields = /\\u[dD][89a-fA-F]/.test(text) ? illFormedFields(text) : []
  if (fields.length > 0)
    throw new AppError("validation.failed", { fields: Object.fromEntries(fields.map((name) => [name, ["invalid"]])) })
  await next()
})

/** Returns the dotted paths of ill-formed texts; none of a body that is not JSON, which its schema's validator refuses. */
function illFormedFields(text: string): string[] {
  // Without recursion: a body may be nested deeper than the stack.
  const open: { path: string; value: unknown }[] = [{ path: "", value: parse(text) }]
  const found: string[] = []
  for (let one = open.pop(); one; one = open.pop()) {
    const { path, value } = one
    if (typeof value === "string" && !isWellFormed(value)) found.push(path || "body")
    if (typeof value !== "object" || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      const innerPath = path ? `${path}.${name}` : name
      if (isWellFormed(name)) open.push({ path: innerPath, value: inner })
      else found.push(path || "body")
    }
  }
  return found
}

const isWellFormed = (text: string) => !/\p{Cs}/u.test(text)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
