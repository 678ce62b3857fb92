import { endpoints } from "../endpoints.ts"
import { apiVersion, type Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { runDueTasks } from "../subscriptions/due-tasks.ts"
import { takeExpand } from "./endpoint.ts"
import { ApiError, invalidRequest } from "./errors.ts"
import { expandAll } from "./expansion.ts"
import { decodeForm } from "./form.ts"
import { IdempotentReplies } from "./idempotency.ts"
import type { Reply, Request } from "./messages.ts"

const routes = endpoints.map((entry) => ({
  ...entry,
  pattern: new RegExp(`^${entry.path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "([^/]+)")}$`),
}))

/** Returns a function that responds to requests as Stripe's API. */
export function createApi(sim: Simulator): (request: Request) => Promise<Reply> {
  const replies = new IdempotentReplies(sim.store)
  return async (request) => {
    const id = newId("req", 14)
    const headers = { "Request-Id": id, "Stripe-Version": apiVersion, "Content-Type": "application/json" }
    const key = request.method === "POST" ? (request.headers["idempotency-key"] ?? null) : null
    let isClaimed = false
    try {
      authenticate(request)
      if (key) {
        const stored = replies.claim(key, fingerprint(request))
        if (stored) return { ...stored, headers: { ...headers, "Idempotent-Replayed": "true", "Idempotency-Key": key } }
        isClaimed = true
      }
      const fault = await sim.faults.apply(request.path)
      if (fault) return { ...fault, headers: { ...headers, ...fault.headers } }
      sim.request = { id, idempotencyKey: key }
      const { status, body } = perform(sim, request, key, replies)
      const echoed = key ? { "Idempotency-Key": key } : undefined
      return { status, body, headers: { ...headers, ...echoed } }
    } catch (error) {
      return { ...errorReply(error), headers }
    } finally {
      sim.request = { id: null, idempotencyKey: null }
      if (key && isClaimed) replies.release(key)
      sim.deliveries.wake()
    }
  }
}

const fingerprint = ({ method, path, query, body }: Request) => [method, path, query, body].join("\n")

function authenticate({ headers }: Request): void {
  const authorization = headers.authorization ?? ""
  const key = authorization.startsWith("Basic ")
    ? Buffer.from(authorization.slice(6), "base64").toString().split(":")[0]
    : authorization.replace(/^Bearer /, "")
  if (!key) {
    const message = "You did not provide an API key. You need to provide your API key in the Authorization header."
    throw new ApiError(401, { type: "invalid_request_error", message })
  }
  if (!/^[sr]k_test_\w+$/.test(key))
    throw new ApiError(401, { type: "invalid_request_error", message: `Invalid API Key provided: ${masked(key)}` })
  const version = headers["stripe-version"]
  if (version && version !== apiVersion) throw invalidRequest(`Invalid Stripe API version: ${version}`)
}

const masked = (key: string) => `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`

/** Carries a request out in one transaction, together with its stored response. */
function perform(sim: Simulator, request: Request, key: string | null, replies: IdempotentReplies) {
  const save = (reply: { status: number; body: string }) => {
    if (key) replies.save(key, fingerprint(request), reply)
    return reply
  }
  const keepsChanges = (error: unknown) => error instanceof ApiError && error.keepsChanges
  try {
    const work = () => save({ status: 200, body: respond(sim, request) })
    return sim.clock.hold(() => sim.store.transaction(work, keepsChanges))
  } catch (error) {
    if (error instanceof ApiError && error.status === 402) return save(errorReply(error))
    throw error
  }
}

function respond(sim: Simulator, { method, path, query, body }: Request): string {
  runDueTasks(sim, sim.clock.now())
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (!match) continue
    const { params, expand } = takeExpand(decodeForm(method === "POST" ? body : query))
    const ids = match.slice(1).map(decodeURIComponent)
    return JSON.stringify(expandAll(sim, route.respond(sim, params, ids), expand))
  }
  const message = `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
  throw new ApiError(404, { type: "invalid_request_error", message })
}

function errorReply(error: unknown): { status: number; body: string } {
  if (error instanceof ApiError) return { status: error.status, body: JSON.stringify({ error: error.body }) }
  console.error(error)
  const message = `The simulator failed: ${error instanceof Error ? error.message : String(error)}`
  return { status: 500, body: JSON.stringify({ error: { type: "api_error", message } }) }
}
