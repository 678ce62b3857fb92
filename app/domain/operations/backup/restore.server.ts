import { tableSources } from "~/db/table-sources"
import { AppError } from "~/lib/errors"
import { raiseEpochs } from "../../content/queries.server"
import type { Ctx } from "../../core/context"
import * as queries from "./queries.server"
import type { PartContent } from "./schema"

/**
 * Empties the database for a backup, once; again for the same backup it goes on. Throws `backup.not_empty` if the
 * database has members, or is being filled with another backup.
 */
export async function beginRestore(ctx: Pick<Ctx, "db">, backupId: string): Promise<void> {
  const found = await queries.findRestore(ctx.db)
  if (found.backupId === backupId) return
  if (found.backupId !== null || found.hasMembers) throw new AppError("backup.not_empty")
  await queries.beginRestore(ctx.db, backupId)
}

/** Loads a part of the backup that is being restored; once, however often it is sent. Returns how many rows it left out. */
export async function loadPart(
  ctx: Pick<Ctx, "db" | "rooms" | "live" | "files">,
  { backupId, part, content }: { backupId: string; part: number; content: PartContent },
): Promise<{ left_out: number; missing_files: string[] }> {
  const { backupId: open } = await queries.findRestore(ctx.db)
  if (open !== backupId) throw new AppError("backup.not_begun")
  if (content.kind === "files") return { left_out: 0, missing_files: await missingFiles(ctx, content.files) }
  const before = await queries.findLoaded(ctx.db, part)
  if (before !== null) return { left_out: before, missing_files: [] }
  const leftOut = await load(ctx, content)
  await queries.recordLoaded(ctx.db, part, backupId, leftOut)
  return { left_out: leftOut, missing_files: [] }
}

async function load(
  { db, rooms, live }: Pick<Ctx, "db" | "rooms" | "live">,
  content: Exclude<PartContent, { kind: "files" }>,
): Promise<number> {
  if (content.kind === "table") {
    const source = tableSources.find(({ table }) => table === content.table)
    if (!source || !content.columns.every((column) => source.columns.includes(column)))
      throw new AppError("backup.unknown_table")
    return content.rows.length > 0 ? queries.loadRows(db, content.table, content.columns, content.rows) : 0
  }
  for (const { id, ...dump } of content.dumps) {
    const object = content.kind === "rooms" ? rooms(id) : live(id)
    await object.load(dump)
  }
  return 0
}

async function missingFiles({ files }: Pick<Ctx, "files">, listed: { key: string; size: number }[]): Promise<string[]> {
  const found = new Map((await files.list("")).map(({ key, size }) => [key, size]))
  return listed.filter(({ key, size }) => found.get(key) !== size).map(({ key }) => key)
}

/** Where the search is filled: in which index, after which place. */
interface FinishCursor {
  search: number
  after: number
}

/** Fills the search in steps; after the last one, makes the triggers. Returns where it goes on, null once it is done. */
export async function finishRestore(
  { db, now }: Pick<Ctx, "db" | "now">,
  backupId: string,
  { search, after }: FinishCursor,
): Promise<FinishCursor | null> {
  const { backupId: open } = await queries.findRestore(db)
  // Done before, and its answer was lost.
  if (open === null) return null
  if (open !== backupId) throw new AppError("backup.not_begun")
  if (search === 0 && after === 0) await queries.openSearch(db)
  const last = await queries.refillSearch(db, search, after)
  if (last !== null) return { search, after: last }
  if (search + 1 < queries.searches) return { search: search + 1, after: 0 }
  await queries.endRestore(db)
  await raiseEpochs(db, now())
  return null
}
