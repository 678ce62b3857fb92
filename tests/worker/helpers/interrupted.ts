import { env } from "cloudflare:workers"
import { fetchWith, json } from "./app"
import { mailBindings } from "./mail"

interface Caller {
  session: { token: string }
}

/**
 * Posts to the API as a member, and runs `change` right before the first round trip with a statement that matches `pattern`: after the
 * code has checked, and before its statements do.
 */
export async function callInterrupted(
  { session }: Caller,
  path: string,
  body: unknown,
  { pattern, change }: { pattern: RegExp; change: () => Promise<unknown> },
): Promise<Response> {
  let isDone = false
  const DB = {
    withSession: (constraint: string) => {
      const own = env.DB.withSession(constraint)
      return {
        prepare: (query: string) => own.prepare(query),
        getBookmark: () => own.getBookmark(),
        batch: async (statements: D1PreparedStatement[]) => {
          const texts = statements.map((one) => (one as unknown as { statement: string }).statement)
          if (!isDone && texts.some((text) => pattern.test(text))) {
            isDone = true
            await change()
          }
          return own.batch(statements)
        },
      }
    },
  }
  const headers = { Authorization: `Bearer ${session.token}` }
  const response = await fetchWith({ ...mailBindings, DB }, `/api${path}`, json(body, headers))
  if (!isDone) throw new Error(`No statement matches ${pattern}`)
  return response
}
