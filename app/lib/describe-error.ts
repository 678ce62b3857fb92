/** drizzle-orm's DrizzleQueryError ends with the values of its statement: e-mail addresses, names, messages. */
const values = /\nparams:[\s\S]*/

/** Returns an error in a form safe for the log, with its cause and stack: never the values of a failed statement. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error).replace(values, "") }
  return {
    error: `${error.name}: ${error.message.replace(values, "")}`,
    stack: framesOf(error),
    cause: error.cause ? describeError(error.cause) : undefined,
  }
}

/** Returns the stack without the message, which it repeats in front. */
function framesOf({ stack = "", message }: Error): string {
  const start = stack.indexOf(message)
  return start < 0 ? "" : stack.slice(start + message.length).trimStart()
}
