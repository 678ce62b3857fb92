import type { BatchItem } from "drizzle-orm/batch"
import type { Database } from "../client.server"

type Statement = BatchItem<"sqlite">
type ResultOf<One> = One extends Statement ? One["_"]["result"] : One extends null ? null : never

/** The results of named statements: of a list a list, of none (null) null. */
type ResultsOf<Named> = {
  [Name in keyof Named]: Named[Name] extends readonly (infer One)[] ? ResultOf<One>[] : ResultOf<Named[Name]>
}

/**
 * Runs statements in one round trip, as one transaction and in their order; returns the result of each by its name. A guard that reads the
 * result of `claim` reads it whatever stands before and behind.
 */
export async function batch<Named extends Record<string, Statement | readonly Statement[] | null>>(
  db: Database,
  named: Named,
): Promise<ResultsOf<Named>> {
  const lists = Object.entries(named).map(([name, one]) => ({
    name,
    one,
    statements: [one ?? []].flat() as Statement[],
  }))
  const statements = lists.flatMap((list) => list.statements)
  const results: unknown[] = await db.batch(statements as [Statement, ...Statement[]])
  const byName = lists.map(({ name, one, statements }) => {
    const own = results.splice(0, statements.length)
    return [name, Array.isArray(one) ? own : (own[0] ?? null)]
  })
  return Object.fromEntries(byName) as ResultsOf<Named>
}
