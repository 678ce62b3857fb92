import { data } from "@remix-run/cloudflare"
import type * as z from "zod"
import type { Ctx } from "~/domain/context"
import { isAppError } from "../lib/errors"
import { type FieldProblem, fieldProblems } from "../lib/field-problems"
import type { FormResult } from "./form"
import { errorMessage, isDetour, readForm } from "./page.server"

/** Never sent back to the page that they were typed in; reCAPTCHA adds the last one to the form by itself. */
const secrets = new Set(["password", "present_password", "passkey", "challenge", "captcha", "g-recaptcha-response"])

interface Submission {
  ctx: Ctx
  context: { log: { code?: string } }
  request: Request
}

/** The field of a form for one or several pictures, the form's maximum size with them, and the error beyond it. */
interface Upload {
  field: string
  maxBytes: number
  problem?: FieldProblem
}

/** The maximum size of a form without its file. */
const formBytes = 64 * 1024

/**
 * Handles a page's form: reads it, parses it, and runs `act`, which also receives the form itself. On a refusal the
 * response holds the typed values (without secrets) and the problems, under the error's status.
 */
export async function submitForm<Schema extends z.ZodType, Result>(
  { ctx, context, request }: Submission,
  schema: Schema,
  act: (values: z.output<Schema>, form: FormData) => Promise<Result>,
  upload?: Upload,
) {
  const form = await readForm(request, upload && upload.maxBytes + formBytes).catch((error) => {
    if (upload && isAppError(error) && error.code === "request.too_large") return null
    throw error
  })
  if (!form)
    return refused(422, { problems: { [upload?.field ?? ""]: [upload?.problem ?? "picture_size"] }, isError: true })
  const typed = [...form].filter(([name, value]) => typeof value === "string" && !secrets.has(name))
  const values = Object.fromEntries(typed) as Record<string, string>
  const parsed = schema.safeParse(Object.fromEntries(form))
  if (!parsed.success) return refused(422, { values, problems: fieldProblems(parsed.error), isError: true })
  try {
    return await act(parsed.data, form)
  } catch (error) {
    if (!isAppError(error) || error.status >= 500 || isDetour(error)) throw error
    context.log.code = error.code
    const { status, code, fields: problems, retryAfter } = error
    const message = problems ? undefined : errorMessage(ctx, error)
    return refused(status, { values, code, problems, message, isError: true }, retryAfter)
  }
}

function refused(status: number, result: FormResult, retryAfter?: number) {
  return data(result, { status, headers: retryAfter ? { "Retry-After": String(retryAfter) } : {} })
}
