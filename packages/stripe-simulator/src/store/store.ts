import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import type { Resource, ResourceName, Resources } from "./stored.ts"

const schema = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, id TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL, json TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS objects_by_type ON objects (type, created, seq);
  CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (type, json_extract(json, '$.customer'), created, seq);
  CREATE INDEX IF NOT EXISTS objects_by_invoice ON objects (type, json_extract(json, '$.invoice'));
  CREATE TABLE IF NOT EXISTS notes (key TEXT PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS tasks (seq INTEGER PRIMARY KEY, due INTEGER NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS tasks_by_due ON tasks (due, seq);
  CREATE TABLE IF NOT EXISTS replies (
    key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, expires INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, endpoint TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL, next_at INTEGER NOT NULL, last_result TEXT
  );
  CREATE INDEX IF NOT EXISTS deliveries_by_state ON deliveries (state, next_at);
`

/** A condition on one property, given by its path: `{ path: "recurring.interval", equals: "month" }`. */
export interface Condition {
  path: string
  operator?: "=" | "<>" | ">" | ">=" | "<" | "<="
  /** A string of several, for an array. */
  value: string | number | boolean | string[]
}

export interface Query {
  limit?: number
  /** Ids that bound the page: newest objects come first. */
  startingAfter?: string
  endingBefore?: string
}

interface Row {
  json: string
}

/** Stores the simulator's objects in SQLite: in a file, or in memory for the path `:memory:`. */
export class Store {
  readonly db: DatabaseSync
  #statements = new Map<string, StatementSync>()
  #depth = 0

  constructor(path: string) {
    this.db = new DatabaseSync(path)
    this.db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    this.db.exec(schema)
  }

  close(): void {
    this.db.close()
  }

  /** Prepares a statement, once for each text. */
  prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.db.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  /** Runs `work` in a transaction, nested ones in savepoints. An error rolls it back unless `keeps` says otherwise. */
  transaction<T>(work: () => T, keeps: (error: unknown) => boolean = () => false): T {
    const name = `level${this.#depth++}`
    this.db.exec(`SAVEPOINT ${name}`)
    try {
      return work()
    } catch (error) {
      if (!keeps(error)) this.db.exec(`ROLLBACK TO ${name}`)
      throw error
    } finally {
      this.db.exec(`RELEASE ${name}`)
      this.#depth--
    }
  }

  /** Returns what `work` returns, and undoes everything that it wrote. */
  rehearse<T>(work: () => T): T {
    const undo = new Error("rehearsed")
    let result: T | undefined
    try {
      this.transaction(() => {
        result = work()
        throw undo
      })
    } catch (error) {
      if (error !== undo) throw error
    }
    return result as T
  }

  insert<T extends Resource>(object: T): T {
    const { id, object: type } = object
    const created = "created" in object ? object.created : "date" in object ? object.date : object.start
    this.prepare("INSERT INTO objects (type, id, created, json) VALUES (?, ?, ?, ?)").run(
      type,
      id,
      created,
      JSON.stringify(object),
    )
    return object
  }

  save<T extends Resource>(object: T): T {
    this.prepare("UPDATE objects SET json = ? WHERE id = ?").run(JSON.stringify(object), object.id)
    return object
  }

  remove(object: Resource): void {
    this.prepare("DELETE FROM objects WHERE id = ?").run(object.id)
  }

  find<K extends ResourceName>(type: K, id: string): Resources[K] | null {
    const row = this.prepare("SELECT json FROM objects WHERE id = ? AND type = ?").get(id, type) as Row | undefined
    return row ? JSON.parse(row.json) : null
  }

  /** Returns an object that another one refers to, so it must be there. */
  get<K extends ResourceName>(type: K, id: string): Resources[K] {
    const object = this.find(type, id)
    if (!object) throw new Error(`There is no ${type} ${id}`)
    return object
  }

  /** Returns an object of any type, for expansion. */
  findAny(id: string): Resource | null {
    const row = this.prepare("SELECT json FROM objects WHERE id = ?").get(id) as Row | undefined
    return row ? JSON.parse(row.json) : null
  }

  /** Returns objects that fulfil every condition, newest first. */
  list<K extends ResourceName>(type: K, conditions: Condition[] = [], query: Query = {}): Resources[K][] {
    const { limit = 1_000_000, startingAfter, endingBefore } = query
    const values: SQLInputValue[] = [type]
    let where = "type = ?"
    for (const { path, operator = "=", value } of conditions) {
      const property = path === "created" ? "created" : `json_extract(json, '$.${path}')`
      where += Array.isArray(value) ? ` AND ${property} IN (${value.map(() => "?")})` : ` AND ${property} ${operator} ?`
      values.push(...(Array.isArray(value) ? value : [typeof value === "boolean" ? Number(value) : value]))
    }
    if (startingAfter) {
      where += " AND (created, seq) < (SELECT created, seq FROM objects WHERE id = ?)"
      values.push(startingAfter)
    }
    if (endingBefore) {
      where += " AND (created, seq) > (SELECT created, seq FROM objects WHERE id = ?)"
      values.push(endingBefore)
    }
    const order = endingBefore ? "ASC" : "DESC"
    const sql = `SELECT json FROM objects WHERE ${where} ORDER BY created ${order}, seq ${order} LIMIT ?`
    const rows = this.prepare(sql).all(...values, limit) as unknown as Row[]
    const objects = rows.map(({ json }) => JSON.parse(json) as Resources[K])
    return endingBefore ? objects.reverse() : objects
  }

  /** Returns the objects with one property equal to `value`, newest first. */
  listWhere<K extends ResourceName>(type: K, path: string, value: string): Resources[K][] {
    return this.list(type, [{ path, value }])
  }

  /** Returns what `setNote` stored under a key: facts of the simulator that Stripe's objects do not show. */
  note<T>(key: string): T | null {
    const row = this.prepare("SELECT json FROM notes WHERE key = ?").get(key) as Row | undefined
    return row ? JSON.parse(row.json) : null
  }

  setNote(key: string, value: unknown): void {
    this.prepare("INSERT OR REPLACE INTO notes (key, json) VALUES (?, ?)").run(key, JSON.stringify(value))
  }

  /** Deletes everything. */
  clear(): void {
    for (const table of ["objects", "notes", "tasks", "replies", "deliveries"]) this.db.exec(`DELETE FROM ${table}`)
  }
}
