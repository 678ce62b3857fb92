import { tableSources } from "~/db/table-sources"
import type { Ctx } from "../../core/context"
import type { ObjectDump } from "../../core/ports/chat"
import * as queries from "./queries.server"
import type { BackupCursor, PartContent, SourceSum } from "./schema"
import { chainHash } from "./seal"
import { sourceNames } from "./sources"

/** Objects asked for one part, and the bytes after which a part is closed. */
const objectsAtOnce = 50
const partBytes = 1_000_000

/** A page of a source, and where the backup goes on. */
interface BackupStep {
  content: PartContent
  /** The source's rows and hash, if this was its last page. */
  sum: SourceSum | null
  /** Null after the last source. */
  next: BackupCursor | null
}

interface Page {
  content: PartContent
  rows: number
  /** Null at the end of the source. */
  next: Pick<BackupCursor, "after" | "within"> | null
}

type Reader = Pick<Ctx, "db" | "rooms" | "live" | "files">

/** Reads the page at a cursor. `columns`: those of each table in an older backup, to compare with. */
export async function readStep(
  ctx: Reader,
  cursor: BackupCursor,
  columns: Record<string, string[]> = {},
): Promise<BackupStep> {
  const { content, rows, next } = await readSource(ctx, cursor, columns)
  const sum = {
    name: sourceNames[cursor.source] ?? "",
    rows: cursor.rows + rows,
    hash: await chainHash(cursor.hash, JSON.stringify(content)),
    lastPart: cursor.part,
  }
  const part = cursor.part + 1
  if (next) return { content, sum: null, next: { ...cursor, ...next, part, rows: sum.rows, hash: sum.hash } }
  const source = cursor.source + 1
  const isLast = source >= sourceNames.length
  return { content, sum, next: isLast ? null : { part, source, after: null, within: 0, rows: 0, hash: "" } }
}

function readSource(ctx: Reader, cursor: BackupCursor, columns: Record<string, string[]>): Promise<Page> {
  const table = tableSources[cursor.source]
  if (table) {
    const wanted = columns[table.table]
    const known = wanted?.filter((column) => table.columns.includes(column)) ?? table.columns
    return readTable(ctx, { ...table, columns: known }, cursor)
  }
  const name = sourceNames[cursor.source]
  if (name === "rooms")
    return readObjects(ctx, {
      cursor,
      kind: "rooms",
      table: "conversations",
      dump: (id, after) => ctx.rooms(id).dump(after),
    })
  if (name === "channels")
    return readObjects(ctx, { cursor, kind: "channels", table: "users", dump: (id, after) => ctx.live(id).dump(after) })
  return readFiles(ctx)
}

async function readTable(
  { db }: Reader,
  source: (typeof tableSources)[number],
  { after }: BackupCursor,
): Promise<Page> {
  const { rows, isLast } = await queries.readPage(db, source, after)
  const { table, columns, key } = source
  const last = rows.at(-1)
  const lastKey = last && key.map((column) => last[columns.indexOf(column)] ?? "")
  return {
    content: { kind: "table", table, columns, rows },
    rows: rows.length,
    next: lastKey && !isLast ? { after: lastKey, within: 0 } : null,
  }
}

interface ObjectsToRead {
  cursor: BackupCursor
  kind: "rooms" | "channels"
  table: "conversations" | "users"
  dump: (id: string, after: number) => Promise<ObjectDump | null>
}

/** Reads objects by the ids of the table that names them; a large one in several parts. */
async function readObjects(
  { db }: Reader,
  { cursor: { after, within }, kind, table, dump }: ObjectsToRead,
): Promise<Page> {
  // Of an object that is read in parts, `after` is the id before it.
  const ids = await queries.readIds(db, table, String(after?.[0] ?? ""), objectsAtOnce)
  const dumps: ({ id: string } & ObjectDump)[] = []
  let [bytes, rows, done, from] = [0, 0, String(after?.[0] ?? ""), within]
  for (const id of ids) {
    let next: number | null = from
    while (next !== null) {
      const dumped = await dump(id, next)
      next = dumped?.next ?? null
      if (!dumped) break
      dumps.push({ id, ...structuredClone(dumped) })
      bytes += JSON.stringify(dumped.tables).length
      rows += Object.values(dumped.tables).reduce((sum, found) => sum + found.length, 0)
      if (bytes > partBytes && next !== null)
        return { content: { kind, dumps }, rows, next: { after: done ? [done] : null, within: next } }
    }
    done = id
    from = 0
    if (bytes > partBytes) break
  }
  const hasMore = ids.length === objectsAtOnce || done !== (ids.at(-1) ?? done)
  return { content: { kind, dumps }, rows, next: hasMore ? { after: [done], within: 0 } : null }
}

/** The bucket's list: the files themselves are copied by the bucket's own means. */
async function readFiles({ files }: Reader): Promise<Page> {
  const found = (await files.list("")).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return { content: { kind: "files", files: found }, rows: found.length, next: null }
}
