import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env, exports } from "cloudflare:workers"
import { inject } from "vitest"
import worker from "../../../worker/index"
import { expectAudited } from "./audited"
import { expectDocumentedError } from "./documented"
import { insertSession } from "./rows"

export const en = "http://en.localhost:8787"
export const fr = "http://fr.localhost:8787"

/** Settings of a deployment. */
export const production = {
  APP_ENV: "production",
  MAIL_ADAPTER: "cloudflare",
  MAIL_FROM: "Salon <post@salon.internal>",
  SECRETS_KEY: "k".repeat(43),
  ACCESS_KEY: "a value of our own",
  // Nothing for sale: the payment simulator of the tests is refused in production.
  STRIPE_SECRET_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
  STRIPE_ORIGIN: "",
}

let addresses = 0

/** Returns an address in a network that no other test uses. */
export function newAddress(): string {
  addresses += 1
  return `2001:db8:0:${addresses.toString(16)}::1`
}

/**
 * Fetches from the Worker as a stranger with an address of their own; redirects are not followed. A path is one of the
 * English domain. Fails if the response is an error that the OpenAPI document does not list for the operation,
 * or if an act of staff is not in the audit log.
 */
export async function fetchApp(path: string, init: RequestInit = {}): Promise<Response> {
  const [method, url] = [init.method ?? "GET", new URL(absolute(path))]
  const response = await expectAudited(method, url, () => exports.default.fetch(absolute(path), prepared(init)))
  await expectDocumentedError(method, url, response)
  return response
}

/** Does the same with other settings or bindings: `fetchWith({ ACCESS_KEY: "" }, "/")`. */
export async function fetchWith(changes: object, path: string, init: RequestInit = {}): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(absolute(path), prepared(init)) as Request<unknown, IncomingRequestCfProperties>
  const url = new URL(request.url)
  const response = await expectAudited(request.method, url, () =>
    worker.fetch(request, { ...env, ...changes } as Env, context),
  )
  await waitOnExecutionContext(context)
  await expectDocumentedError(request.method, url, response)
  return response
}

function absolute(path: string): string {
  return path.startsWith("/") ? en + path : path
}

function prepared(init: RequestInit): RequestInit {
  const headers = new Headers(init.headers)
  if (!headers.has("CF-Connecting-IP")) headers.set("CF-Connecting-IP", newAddress())
  return { redirect: "manual", ...init, headers }
}

let pass: Promise<string> | undefined

/** Returns the cookie of a visitor who brought the access key. */
export function accessCookie(): Promise<string> {
  pass ??= fetchApp(`/?password=${inject("accessKey")}`).then((response) => cookiePair(response, "__Host-salon_access"))
  return pass
}

let agePass: Promise<string> | undefined

/** Returns the cookie of a visitor who has passed the age notice. */
export function ageCookie(): Promise<string> {
  agePass ??= accessCookie()
    .then((access) => fetchApp("/age", addCookie(form({ to: "/" }), access)))
    .then((response) => cookiePair(response, "__Host-salon_age"))
  return agePass
}

/** Adds the cookies of the access gate and the age notice. */
export async function withAccess(init: RequestInit = {}): Promise<RequestInit> {
  return addCookie(init, `${await accessCookie()}; ${await ageCookie()}`)
}

/** Adds the access cookie and a session of this user. */
export async function signedIn(user: { id: string }, init: RequestInit = {}): Promise<RequestInit> {
  const { token } = await insertSession({ userId: user.id })
  return addCookie(await withAccess(init), `__Host-salon_session=${token}`)
}

export function addCookie(init: RequestInit, cookie: string): RequestInit {
  const headers = new Headers(init.headers)
  headers.set("Cookie", [headers.get("Cookie"), cookie].filter(Boolean).join("; "))
  return { ...init, headers }
}

/** Builds a form post as the app's own page on the English domain would send it. */
/** Values by their names; a list of pairs for several of one name. */
export type FormFields = Record<string, string> | [string, string][]

export function form(fields: FormFields, origin = en): RequestInit {
  return { method: "POST", body: new URLSearchParams(fields), headers: { Origin: origin } }
}

/** Builds a JSON post as a program would send it. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } }
}

export interface SetCookie {
  name: string
  value: string
  /** Lower-case names; an attribute without a value is "". */
  attributes: Record<string, string>
}

/** Returns the cookies that a response sets. */
export function setCookies(response: Response): SetCookie[] {
  return response.headers.getSetCookie().map((header) => {
    const [pair = "", ...rest] = header.split("; ")
    const [name = "", value = ""] = splitOnce(pair)
    const attributes = rest.map((text) => {
      const [key = "", content = ""] = splitOnce(text)
      return [key.toLowerCase(), content]
    })
    return { name, value, attributes: Object.fromEntries(attributes) }
  })
}

export function setCookieOf(response: Response, name: string): SetCookie | undefined {
  return setCookies(response).find((cookie) => cookie.name === name)
}

function cookiePair(response: Response, name: string): string {
  const cookie = setCookieOf(response, name)
  if (!cookie) throw new Error(`The response (${response.status}) sets no cookie called ${name}`)
  return `${name}=${cookie.value}`
}

function splitOnce(text: string): string[] {
  const at = text.indexOf("=")
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
