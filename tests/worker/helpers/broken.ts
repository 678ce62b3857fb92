import { env } from "cloudflare:workers"

const fail = async () => {
  throw new Error("out of order: an inner secret")
}

/** A D1 binding whose database does not respond. */
export const brokenDatabase = {
  withSession: () => ({ prepare: () => ({ bind: () => ({}) }), batch: fail, getBookmark: () => null }),
}

/** Returns a D1 binding that fails for statements that mention this table. */
export function databaseWithout(table: string): D1Database {
  return databaseThat(table, fail)
}

/** Returns a D1 binding whose response is lost after it has committed a batch with this text in a statement. */
export function databaseLosing(text: string): D1Database {
  return databaseThat(text, async (session, statements) => {
    await session.batch(statements)
    return fail()
  })
}

/** Returns a D1 binding that runs batches with this text in a statement by `run`. */
function databaseThat(
  text: string,
  run: (session: D1DatabaseSession, statements: D1PreparedStatement[]) => Promise<never>,
): D1Database {
  const failing = new WeakSet<D1PreparedStatement>()
  const watch = (query: string, statement: D1PreparedStatement): D1PreparedStatement => {
    if (query.includes(text)) failing.add(statement)
    const bind = statement.bind.bind(statement)
    statement.bind = (...values) => watch(query, bind(...values))
    return statement
  }
  return {
    withSession: (start: string) => {
      const session = env.DB.withSession(start)
      return {
        prepare: (query: string) => watch(query, session.prepare(query)),
        batch: (statements: D1PreparedStatement[]) =>
          statements.some((statement) => failing.has(statement)) ? run(session, statements) : session.batch(statements),
        getBookmark: () => session.getBookmark(),
      }
    },
  } as unknown as D1Database
}

/** An R2 binding whose bucket does not respond. */
export const brokenBucket = { head: fail, get: fail }

/** A namespace whose objects do not respond. */
export const brokenNamespace = { getByName: () => ({ ping: fail, take: fail }) }
