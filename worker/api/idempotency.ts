import { createMiddleware } from "hono/factory"
import * as z from "zod"
import { trustedJson } from "~/db/statements/json"
import { createSingleRequest, isRepeat, isRequestKey } from "~/domain/core/idempotency/single-request.server"
import { policyOf } from "~/page-policy"
import { deriveCtx } from "../context"
import type { AppContext, AppEnv } from "../env"
import { type CookieChange, cookieChanges, repeatCookies } from "../http/cookies"

const header = "idempotency-key"
/** The draft of the header (draft-ietf-httpapi-idempotency-key-header) has the key in quotes; most clients send it bare. */
const unquote = (value: string) => value.replace(/^"(.*)"$/, "$1")

/** The header of every writing operation. */
export const IdempotencyHeaders = z.object({
  [header]: z
    .string()
    .refine((value) => isRequestKey(unquote(value)))
    .optional()
    .meta({
      description:
        "A random UUID of the request (version 4 or 7). Sent again within a day by the same user, with the same content, the operation is not carried out again: the response is that of the first request, with `Idempotency-Replayed: true`. Refused requests are not remembered.",
    }),
})

/** A response, as JSON stores it. */
interface StoredResponse {
  status: number
  headers: [string, string][]
  body: string
  cookies: CookieChange[]
}

/**
 * Carries an operation out once, however often it is requested with the same `Idempotency-Key`: the first batch that
 * writes also stores the request, and from then on the stored response is sent (app/domain/core/idempotency).
 */
export const runOnce = createMiddleware<AppEnv>(async (c, next) => {
  const key = unquote(c.req.header(header) ?? "")
  if (!isRequestKey(key)) return next()
  const request = createSingleRequest(c.var.ctx)
  const cookiesBefore = cookieChanges(c).length
  const stored = await request.begin({ action: `${c.req.method} ${c.req.path}`, key, content: await contentOf(c) })
  if (stored !== null) return repeat(c, stored)
  deriveCtx(c, { db: request.ctx.db })
  await next()
  if (c.error && isRepeat(c.error)) {
    // In place of the error's response.
    c.res = repeat(c, await request.findResult())
    c.error = undefined
    return
  }
  if (c.res.status >= 500) return
  if (c.res.status >= 400) return request.release()
  const { status, headers } = c.res
  const own = [...headers].filter(([name]) => name !== "set-cookie")
  const cookies = cookieChanges(c).slice(cookiesBefore)
  const response: StoredResponse = { status, headers: own, body: await c.res.clone().text(), cookies }
  try {
    await request.finish(JSON.stringify(response))
  } catch (error) {
    // The operation is done: without its response, a repeat is refused.
    c.var.ctx.logError("idempotency.unstored", error, { id: c.var.requestId })
  }
})

function repeat(c: AppContext, stored: string): Response {
  const { status, headers, body, cookies } = trustedJson<StoredResponse>(stored)
  repeatCookies(c, cookies)
  return new Response(body || null, { status, headers: [...headers, ["Idempotency-Replayed", "true"]] })
}

/** Returns a request's content beside its path. An uploaded file is known by its size: it would not fit in memory twice. */
async function contentOf(c: AppContext): Promise<string> {
  const type = c.req.header("Content-Type") ?? ""
  const isFile = c.req.method === policyOf(c.req.path).upload
  const body = isFile ? `${c.req.header("Content-Length") ?? ""}` : await c.req.text()
  return JSON.stringify([new URL(c.req.url).search, type, body])
}
