import { type SQL, type SQLWrapper, sql } from "drizzle-orm"
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"

export type Database = DrizzleD1Database & { $client: D1Database }

/** A request's use of D1 so far. */
interface DatabaseUse {
  /** A batch is one round trip, however many statements it holds. */
  roundTrips: number
  statements: number
  rowsRead: number
  rowsWritten: number
  /** The tables that statements changed, without those that their triggers and cascades changed. */
  changedTables: Set<string>
}

export interface OpenDatabase {
  db: Database
  use: DatabaseUse
  /** Returns the D1 session's bookmark, from which the next request reads (D1 read replication). */
  bookmark(): string | null
}

/**
 * Opens D1 for one request, reading from `bookmark` if given, else from the nearest replica. Every statement, also a
 * single one, runs in a batch: only batches report rows read. Batches return rows as objects, so selected columns must
 * not share a name: alias one of them.
 */
export function openDatabase(binding: D1Database, bookmark: string | null): OpenDatabase {
  const session = binding.withSession(bookmark ?? "first-unconstrained")
  const use: DatabaseUse = { roundTrips: 0, statements: 0, rowsRead: 0, rowsWritten: 0, changedTables: new Set() }

  async function run<Row>(statements: CountedStatement[]): Promise<D1Result<Row>[]> {
    use.roundTrips += 1
    use.statements += statements.length
    const results = await session.batch<Row>(statements.map(({ bare }) => bare))
    for (const [index, { meta }] of results.entries()) {
      use.rowsRead += meta.rows_read ?? 0
      use.rowsWritten += meta.rows_written ?? 0
      const table = statements[index]?.changes
      if (table && meta.changes > 0) use.changedTables.add(table)
    }
    return results
  }

  const counted = {
    prepare: (query: string) => countStatement({ bare: session.prepare(query), changes: changedTable(query) }, run),
    batch: run,
  }
  return {
    // Drizzle calls only prepare and batch of its client.
    db: drizzle(counted as unknown as D1Database) as Database,
    use,
    bookmark: () => session.getBookmark(),
  }
}

const dialect = new SQLiteAsyncDialect()

/** The queries of a round trip: each returns rows of its type. */
export type Queries<Rows extends unknown[]> = { [Index in keyof Rows]: SQL<Rows[Index]> }

/**
 * Runs hand-written queries (`sql<Row>`) in one round trip; returns the rows of each, in order. Drizzle's own batch
 * cannot bind such queries' parameters on D1.
 */
export async function read<Rows extends unknown[]>(
  db: Database,
  ...queries: Queries<Rows>
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const client = db.$client
  const statements = queries.map((query) => {
    const { sql: text, params } = dialect.sqlToQuery(query as SQL)
    return client.prepare(text).bind(...params)
  })
  const results = await client.batch(statements)
  return results.map((result) => result.results) as { [Index in keyof Rows]: Rows[Index][] }
}

/**
 * Runs hand-written writes and drizzle's together, as one transaction; returns how many rows each changed, without
 * those that its triggers changed.
 */
export async function write(db: Database, statements: readonly SQLWrapper[]): Promise<number[]> {
  const client = db.$client
  const prepared = statements.map((statement) => {
    const { sql: text, params } = dialect.sqlToQuery(statement.getSQL())
    return client.prepare(text).bind(...params)
  })
  const results = await client.batch(prepared)
  return results.map(({ meta }) => meta.changes)
}

/**
 * Returns the database with a statement that its next round trip ends with, in the same transaction: where it fails,
 * nothing is read.
 */
export function endingWith(db: Database, statement: SQLWrapper): Database {
  // The client of `openDatabase`.
  const client = db.$client as unknown as { prepare(query: string): CountedStatement; batch: RunBatch }
  const { sql: text, params } = dialect.sqlToQuery(statement.getSQL())
  let isRun = false
  const run: RunBatch = async (statements) => {
    if (isRun) return client.batch(statements)
    isRun = true
    const last = countStatement(client.prepare(text), client.batch).bind(...params)
    return (await client.batch<never>([...statements, last])).slice(0, -1)
  }
  const prepare = (query: string) => countStatement(client.prepare(query), run)
  return drizzle({ prepare, batch: run } as unknown as D1Database) as Database
}

/** A statement that joins a database's first writes. */
export interface FirstWrite {
  /** Returns it, or null while there is none, or no more. It counts as used until `failed` is called. */
  take: () => SQLWrapper | null
  /** Takes the error of the batch that it was in; returns the one to throw. */
  failed: (error: unknown) => unknown
}

/**
 * Returns the database with a statement that its first round trip that writes begins with, in the same transaction: one
 * does not happen without the other.
 */
export function joiningFirstWrite(db: Database, first: FirstWrite): Database {
  // The client of `openDatabase`.
  const client = db.$client as unknown as { prepare(query: string): CountedStatement; batch: RunBatch }
  const run: RunBatch = async (statements) => {
    const joined = statements.some(({ changes }) => changes !== null) ? first.take() : null
    if (!joined) return client.batch(statements)
    const { sql: text, params } = dialect.sqlToQuery(joined.getSQL())
    const prepared = countStatement(client.prepare(text), client.batch).bind(...params)
    try {
      return (await client.batch<never>([prepared, ...statements])).slice(1)
    } catch (error) {
      throw first.failed(error)
    }
  }
  const prepare = (query: string) => countStatement(client.prepare(query), run)
  return drizzle({ prepare, batch: run } as unknown as D1Database) as Database
}

/** Throws if the database does not respond. */
export async function ping(db: Database): Promise<void> {
  await db.run(sql`SELECT 1`)
}

interface CountedStatement {
  bare: D1PreparedStatement
  /** The table that it writes to. */
  changes: string | null
}

const writes = /^\s*(?:insert(?:\s+or\s+\w+)?\s+into|replace\s+into|update(?:\s+or\s+\w+)?|delete\s+from)\s+"?(\w+)/i

/** Returns the table that a statement writes to; null for a reading one. */
export function changedTable(query: string): string | null {
  return writes.exec(query)?.[1] ?? null
}

/** Runs statements in one round trip. */
type RunBatch = <Row>(statements: CountedStatement[]) => Promise<D1Result<Row>[]>

function countStatement({ bare, changes }: CountedStatement, run: RunBatch) {
  const one = async <Row>() => (await run<Row>([{ bare, changes }]))[0] as D1Result<Row>
  return {
    bare,
    changes,
    bind: (...values: unknown[]) => countStatement({ bare: bare.bind(...values), changes }, run),
    all: one,
    run: one,
    raw: async () => (await one<Record<string, unknown>>()).results.map((row) => Object.values(row)),
  }
}
