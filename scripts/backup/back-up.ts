import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  type BackupCursor,
  firstCursor,
  type Manifest,
  manifestName,
  newBackupId,
  partName,
  type SourceSum,
} from "../../app/domain/operations/backup/schema.ts"
import type { Call } from "./client.ts"

/** Progress from which an interrupted backup goes on. */
interface Progress {
  id: string
  cursor: BackupCursor | null
  parts: string[]
  sums: SourceSum[]
}

interface ReadPart {
  sealed: string
  hash: string
  sum: SourceSum | null
  next: BackupCursor | null
}

/**
 * Writes a backup into a folder, part by part; in the folder of an interrupted one it goes on. `report` is given each
 * source that is done. Returns the manifest.
 */
export async function backUp(call: Call, folder: string, report: (line: string) => void = () => {}): Promise<Manifest> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, "progress.json")
  if (existsSync(join(folder, manifestName))) throw new Error(`${folder} holds a whole backup: name another folder.`)
  const progress: Progress = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { id: newBackupId(Date.now()), cursor: firstCursor, parts: [], sums: [] }
  for (let { cursor } = progress; cursor; cursor = progress.cursor) {
    const { sealed, hash, sum, next } = await call<ReadPart>("read", { id: progress.id, cursor })
    writeWhole(join(folder, partName(cursor.part)), Buffer.from(sealed, "base64"))
    progress.parts[cursor.part - 1] = hash
    if (sum) progress.sums.push(sum)
    progress.cursor = next
    writeWhole(file, JSON.stringify(progress))
    if (sum && sum.rows > 0) report(`${sum.name}: ${sum.rows}`)
  }
  const { id, parts, sums } = progress
  const manifest: Manifest = { version: 1, id, parts, sums }
  const { sealed } = await call<{ sealed: string }>("manifest", manifest)
  writeFileSync(join(folder, "backup-id"), `${id}\n`)
  writeWhole(join(folder, manifestName), Buffer.from(sealed, "base64"))
  rmSync(file)
  return manifest
}

/** Writes a file that is there whole or not at all. */
function writeWhole(path: string, content: string | Buffer): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
