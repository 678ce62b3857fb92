import { createMiddleware } from "hono/factory"
import { ruleOf } from "~/domain/core/countries/policy"
import { photoFormats } from "~/domain/media/pictures/variants"
import { describeError } from "~/lib/describe-error"
import type { AppContext, AppEnv } from "../env"
import { asksAge, hasPassedAge } from "../http/age-cookie"
import { isGated } from "./gates/access-gate"
import { cacheOrigin, currentEpochs, dataCentre, type Epochs } from "./public-epochs"
import { logLine } from "./request-log"

/** Lifetime of a picture in the data centre's cache, in seconds. */
const keptFor = 7 * 24 * 60 * 60
/** Browsers' and proxies' copies outlive a takedown or a block by at most an hour; then the strong ETag revalidates them. */
const maxAge = "max-age=3600, must-revalidate"
const picture = new RegExp(`^/media/[\\w-]{1,40}/\\d{1,5}\\.(${photoFormats.join("|")})$`)

/** Returns how copies of a public file may be cached: while the access gate is closed, not by shared caches. */
export const publicCaching = (c: AppContext): string => `${isGated(c) ? "private" : "public"}, ${maxAge}`

/**
 * Answers for a public picture from the data centre's cache, before anything is read for the request: neither the session
 * nor the row nor the file. Its key has the count of takedowns, so that a picture which is taken down is gone within
 * CONTENT_EPOCH_SECONDS. Runs after the access gate; visitors who have not passed the age notice are asked first, and those of a
 * blocked country are refused.
 */
export const keptPictures = createMiddleware<AppEnv>(async (c, next) => {
  if (asksAge(c) && !hasPassedAge(c)) return next()
  // Decided after the session, which this answer does without.
  if (ruleOf(c.get("ctx"), "visit") === "block") return next()
  const epochs = isKeepable(c) ? await currentEpochs(c) : null
  return (epochs && (await answer(c, epochs))) ?? next()
})

/** Whether a request is for a picture as such: private ones have a pass, and conditions other than the common one are R2's. */
export function isKeepable(c: AppContext): boolean {
  const { method, url, path } = c.req
  const others = ["Range", "If-Match", "If-Modified-Since", "If-Unmodified-Since"]
  const isPlain = !others.some((name) => c.req.raw.headers.has(name))
  return (method === "GET" || method === "HEAD") && picture.test(path) && !url.includes("?") && isPlain
}

async function answer(c: AppContext, epochs: Epochs): Promise<Response | null> {
  const kept = await readKept(c, epochs)
  if (!kept) return null
  c.get("log").cache = "hit"
  const headers = new Headers(kept.headers)
  for (const name of ["Cf-Cache-Status", "Age", "Expires"]) headers.delete(name)
  headers.set("Cache-Control", publicCaching(c))
  const etag = headers.get("ETag")
  const known = (c.req.header("If-None-Match") ?? "").split(",").map((one) => one.trim().replace(/^W\//, ""))
  const isKnown = etag !== null && (known.includes(etag) || known.includes("*"))
  if (isKnown) headers.delete("Content-Length")
  return new Response(isKnown || c.req.method === "HEAD" ? null : kept.body, { status: isKnown ? 304 : 200, headers })
}

/** Keeps a public picture that was served whole. Best effort: one that is not kept is read again. */
export function keepPicture(c: AppContext, epochs: Epochs, response: Response): void {
  const copy = response.clone()
  const headers = new Headers(copy.headers)
  headers.set("Cache-Control", `max-age=${keptFor}`)
  c.executionCtx.waitUntil(
    (async () => dataCentre().put(addressOf(c, epochs), new Response(copy.body, { headers })))().catch(
      (error: unknown) => logLine("warn", "pictures.not_kept", { id: c.var.requestId, ...describeError(error) }),
    ),
  )
}

async function readKept(c: AppContext, epochs: Epochs): Promise<Response | undefined> {
  try {
    return await dataCentre().match(addressOf(c, epochs))
  } catch (error) {
    logLine("warn", "pictures.unreadable", { id: c.var.requestId, ...describeError(error) })
    return undefined
  }
}

/** The path is one of `picture`: it needs no digest. */
const addressOf = (c: AppContext, { takedowns }: Epochs) => `${cacheOrigin}${c.req.path}?${takedowns}`
