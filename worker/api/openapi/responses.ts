import * as z from "zod"
import { errorStatus } from "~/lib/errors"

const userText = z.string().meta({ description: "A sentence for the user, in their language" })

const ApiError = z
  .object({
    message: userText,
    code: z.enum(Object.keys(errorStatus) as [string, ...string[]]).meta({ description: "Stable; branch on this" }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Sentences for the user by field (dotted path), for `validation.failed`" }),
    request_id: z.string().meta({ description: "The `X-Request-Id` of the response; quote it to support" }),
  })
  .meta({ id: "Error" })

/** A JSON response with one message. */
export const MessageResponse = z.object({ message: userText })

/** Returns one JSON response, for a route's `responses`. */
export function responses<Status extends number, Schema extends z.ZodType>(
  status: Status,
  description: string,
  schema: Schema,
) {
  return { [status]: { description, content: { "application/json": { schema } } } } as {
    [S in Status]: { description: string; content: { "application/json": { schema: Schema } } }
  }
}

/** Returns the error responses of these statuses, all of one shape, for a route's `responses`. */
export function errorResponses<Status extends number>(...statuses: Status[]) {
  const entries = statuses.map((status) => [status, responses(status, codesOf(status), ApiError)[status]])
  return Object.fromEntries(entries) as {
    [S in Status]: { description: string; content: { "application/json": { schema: typeof ApiError } } }
  }
}

function codesOf(status: number): string {
  return Object.entries(errorStatus)
    .filter(([, of]) => of === status)
    .map(([code]) => code)
    .join(", ")
}
