import { data } from "@remix-run/cloudflare"
import type * as z from "zod"
import { isRepeat } from "~/domain/core/idempotency/single-request.server"
import { AppError, isAppError } from "../lib/errors"
import { type FieldProblem, fieldProblems } from "../lib/field-problems"
import type { FormResult } from "./form"
import { errorMessage, isDetour, type PageArgs } from "./page.server"
import { proofHeader } from "./proof-event"
import { readAction, typedValues } from "./read-form.server"

type FormResponse = ReturnType<typeof data<FormResult>>
export type FormHandler = (args: PageArgs) => Promise<FormResponse>

/** A page's form with pictures: their field, the form's maximum size with them, and the error beyond it. */
interface Upload<Intent extends string> {
  intent: Intent
  field: string
  maxBytes: number
  problem?: FieldProblem
}

/** The maximum size of a form without its file. */
const formBytes = 64 * 1024

/** The handlers of a page's forms: each intent that the page renders has one. */
export type FormHandlers<Intent extends string> = Record<Intent, FormHandler>

/**
 * Handles a page with several forms: runs the handler that the field `intent` names, and names it in the result, which
 * belongs to that form. `Intent` is the type that the page's components export: a call without it does not compile.
 * Throws `request.malformed` for an unknown intent.
 */
export async function byIntent<Intent extends string = "the intents of the page">(
  args: PageArgs,
  handlers: FormHandlers<NoInfer<Intent>>,
  upload?: Upload<NoInfer<Intent>>,
): Promise<FormResponse> {
  // Forms without a file are not multipart, and have the smaller limit.
  const isMultipart = /^multipart\//i.test(args.request.headers.get("Content-Type") ?? "")
  const files = isMultipart ? upload : undefined
  let form: FormData
  try {
    form = await readAction(args, files && files.maxBytes + formBytes)
  } catch (error) {
    if (!files || !isAppError(error) || error.code !== "request.too_large") throw error
    const { intent, field, problem = "picture_size" } = files
    return refused(422, { intent, problems: { [field]: [problem] }, isError: true })
  }
  const intent = String(form.get("intent"))
  const handle = Object.hasOwn(handlers, intent) ? handlers[intent as Intent] : undefined
  if (!handle) throw new AppError("request.malformed")
  const { data: result, init } = await handle({ ...args, form }).catch((error: unknown) => {
    if (isAppError(error) && isConfirmedInPlace(args, error)) return refuse(args, form, error)
    throw error
  })
  return data({ ...result, intent }, init ?? undefined)
}

function isConfirmedInPlace({ confirmsInPlace }: PageArgs, { code }: AppError): boolean {
  return confirmsInPlace === true && code === "auth.confirm_required"
}

/**
 * Handles a form: reads it, parses it, and runs `act`, which also receives the form itself. On a refusal the
 * response holds the typed values (without secrets) and the problems, under the error's status.
 */
export async function submitForm<Schema extends z.ZodType, Result>(
  args: PageArgs,
  schema: Schema,
  action: (values: z.output<Schema>, form: FormData) => Promise<Result>,
) {
  const form = await readAction(args)
  const parsed = schema.safeParse(Object.fromEntries(form))
  if (!parsed.success)
    return refused(422, { values: typedValues(form), problems: fieldProblems(parsed.error), isError: true })
  try {
    return await action(parsed.data, form)
  } catch (error) {
    if (!isAppError(error) || error.code === "server.failed" || isRepeat(error)) throw error
    if (isDetour(error) && !isConfirmedInPlace(args, error)) throw error
    return refuse(args, form, error)
  }
}

/**
 * Parses what a form's action reads beside its schema: several values of one name, or values in other shapes. Throws
 * `validation.failed`.
 */
export function parseValues<Schema extends z.ZodType>(schema: Schema, values: unknown): z.output<Schema> {
  const parsed = schema.safeParse(values)
  if (!parsed.success) throw new AppError("validation.failed", { fields: fieldProblems(parsed.error) })
  return parsed.data
}

function refuse({ ctx, context }: PageArgs, form: FormData, error: AppError) {
  context.log.code = error.code
  const { status, code, fields: problems, retryAfter } = error
  const message = code === "validation.failed" && problems ? undefined : errorMessage(ctx, error)
  const result = { values: typedValues(form), code, problems, message, isError: true }
  return refused(status, result, {
    ...(retryAfter && { "Retry-After": String(retryAfter) }),
    ...(code === "auth.confirm_required" && { [proofHeader]: "1" }),
  })
}

function refused(status: number, result: FormResult, headers: Record<string, string> = {}) {
  return data(result, { status, headers })
}
