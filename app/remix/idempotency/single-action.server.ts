import { data } from "@remix-run/cloudflare"
import { trustedJson } from "~/db/statements/json"
import { createSingleRequest, isRepeat, isRequestKey } from "~/domain/core/idempotency/single-request.server"
import { type AppError, isAppError } from "../../lib/errors"
import { type ActionArgs, isPlainForm, readAction } from "../read-form.server"
import { requestIdField } from "./request-id"

/** Fields that change each time that the same form is sent: proofs that are fetched again. */
const freshFields = new Set([requestIdField, "captcha", "g-recaptcha-response"])

interface Action<Result> {
  run: (args: ActionArgs) => Promise<Result>
  /** Returns the result of a form whose `request_id` cannot be used (app/domain/core/idempotency). */
  refuse: (form: FormData, error: AppError) => Result
}

/** Thrown when a form is read whose result is known already. */
class Known<Result> {
  constructor(readonly result: Result) {}
}

/**
 * Runs an action once, however often its form is sent with the same `request_id`: the first batch that writes also
 * stores the form, and from then on the stored result is the response. A form without one is carried out each time.
 */
export async function runOnce<Result>(args: ActionArgs, { run, refuse }: Action<Result>): Promise<Result> {
  const request = createSingleRequest(args.ctx)
  const { cookies } = args.context
  const cookiesBefore = cookies.changes().length
  let sent: FormData | undefined

  /** Returns the result that `find` finds stored, or the refusal that it throws. */
  async function lookUp(form: FormData, find: () => Promise<string | null>): Promise<Known<Result> | null> {
    try {
      const text = await find()
      if (text === null) return null
      const stored = trustedJson<StoredAction>(text)
      cookies.repeat(stored.cookies)
      return new Known(toResult(stored) as Result)
    } catch (error) {
      if (!isAppError(error)) throw error
      return new Known(refuse(form, error))
    }
  }

  async function begin(form: FormData) {
    const key = form.get(requestIdField)
    form.delete(requestIdField)
    if (!isRequestKey(key)) return
    sent = form
    const content = await contentOf(form)
    const known = await lookUp(form, () => request.begin({ action: actionOf(args.request), key, content }))
    if (known) throw known
  }

  async function settle(result: unknown) {
    try {
      const stored = await toStored(result, cookies.changes().slice(cookiesBefore))
      await (stored.status < 400 ? request.finish(JSON.stringify(stored)) : request.release())
    } catch (error) {
      // The action is done: without its result, a repeat is refused.
      args.ctx.logError("idempotency.unstored", error, { action: actionOf(args.request) })
    }
  }

  try {
    const context = { ...args.context, ctx: request.ctx }
    const result = await run(await withPlainForm({ ...args, ctx: request.ctx, context, begin }))
    await settle(result)
    return result
  } catch (error) {
    if (error instanceof Known) return error.result
    if (error instanceof Response) await settle(error)
    else if (sent && isRepeat(error)) {
      const known = await lookUp(sent, request.findResult)
      if (known) return known.result
    } else if (isAppError(error) && error.status < 500) await request.release()
    throw error
  }
}

/**
 * Reads a form without files before its action runs, which would refuse a repeat for what the first one changed. One
 * that cannot be read is refused by the action, after its own checks.
 */
async function withPlainForm(args: ActionArgs): Promise<ActionArgs> {
  if (!isPlainForm(args.request)) return args
  try {
    return { ...args, form: await readAction(args) }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { ...args, unreadable: error }
  }
}

/** The page that a form was sent to, whether as a document or as data. */
function actionOf({ method, url }: Request): string {
  return `${method} ${new URL(url).pathname.replace(/(\/_root)?\.data$/, "") || "/"}`
}

async function contentOf(form: FormData): Promise<string> {
  const sent = [...form].filter(([name]) => !freshFields.has(name))
  return JSON.stringify(await Promise.all(sent.map(async ([name, value]) => [name, await textOf(value)])))
}

async function textOf(value: FormDataEntryValue): Promise<string | string[]> {
  if (typeof value === "string") return value
  const digest = await crypto.subtle.digest("SHA-256", await value.arrayBuffer())
  return [value.name, value.type, Buffer.from(digest).toString("base64url")]
}

/** An action's result, as JSON stores it. */
interface StoredAction {
  status: number
  headers: [string, string][]
  /** The data; undefined for a response, such as a redirect. */
  data?: unknown
  /** The text of a response. */
  text?: string
  cookies: [string, string | null][]
}

async function toStored(result: unknown, cookies: StoredAction["cookies"]): Promise<StoredAction> {
  if (result instanceof Response) {
    const { status, headers } = result
    return { status, headers: [...headers], text: await result.clone().text(), cookies }
  }
  const { data: value, init } = isDataWithInit(result) ? result : { data: result, init: null }
  return { status: init?.status ?? 200, headers: [...new Headers(init?.headers)], data: value ?? null, cookies }
}

function toResult({ status, headers, data: value, text }: StoredAction): unknown {
  if (value === undefined) return new Response(text || null, { status, headers })
  return data(value, { status, headers })
}

function isDataWithInit(result: unknown): result is { data: unknown; init: ResponseInit | null } {
  return typeof result === "object" && result !== null && "type" in result && result.type === "DataWithResponseInit"
}
