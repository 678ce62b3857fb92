import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "../lib/errors"

/** The arguments of an action (or loader) with the domain's context, and its form, or the problem of it, once it is read. */
export type ActionArgs = (LoaderFunctionArgs | ActionFunctionArgs) & {
  ctx: Ctx
  form?: FormData
  unreadable?: AppError
  /** Called with the form when it is read, before anything else is done with it. */
  begin?: (form: FormData) => Promise<void>
}

/**
 * Never sent back to the page that they were typed in; reCAPTCHA adds one to the form by itself. The last two are settings
 * of the back office.
 */
const secrets = new Set([
  "password",
  "present_password",
  "passkey",
  "challenge",
  "captcha",
  "g-recaptcha-response",
  "access.key",
  "captcha.secret",
])

/** Returns what was typed in a form, without secrets. */
export function typedValues(form: FormData): Record<string, string> {
  const typed = [...form].filter(([name, value]) => typeof value === "string" && !secrets.has(name))
  return Object.fromEntries(typed) as Record<string, string>
}

const maxFormBytes = 1024 * 1024

/**
 * Reads a form, of 1 MB at most by default. Throws `request.too_large`, `request.unsupported_type` and
 * `request.malformed`.
 */
async function readForm(request: Request, maxBytes = maxFormBytes): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? ""
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new AppError("request.unsupported_type")
  const body = await readBytes(request, maxBytes)
  try {
    return await new Response(body, { headers: { "Content-Type": type } }).formData()
  } catch (cause) {
    throw new AppError("request.malformed", { cause })
  }
}

/** The forms of requests whose body has been read: it can be read once. */
const formsRead = new WeakMap<Request, FormData>()

/** Returns the form that was read from a request; null if none was. */
export function formReadFrom(request: Request): FormData | null {
  return formsRead.get(request) ?? null
}

/** Reads an action's form, unless it has been read already. Throws as `readForm` does. */
export async function readAction(
  { form, unreadable, request, begin }: ActionArgs,
  maxBytes?: number,
): Promise<FormData> {
  if (form) return form
  if (unreadable) throw unreadable
  const read = await readForm(request, maxBytes)
  formsRead.set(request, read)
  await begin?.(read)
  return read
}

/** Whether a form has no files: only then is its maximum size known before its action runs. */
export function isPlainForm(request: Request): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers.get("Content-Type") ?? "")
}

/** Stops at the limit: a Content-Length may be false. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  const body = request.body as AsyncIterable<Uint8Array> | null
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw new AppError("request.too_large")
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}
