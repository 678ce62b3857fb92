import * as z from "zod"

/** A JSON response with one message. */
export const MessageResponse = z.object({
  message: z.string().meta({ description: "A sentence for the user, in their language" }),
})

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
