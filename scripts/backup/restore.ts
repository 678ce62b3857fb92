import { readFileSync } from "node:fs"
import { join } from "node:path"
import {
  type BackupCursor,
  BackupId,
  beginningOf,
  firstCursor,
  manifestName,
  partName,
  type SourceSum,
} from "../../app/domain/operations/backup/schema.ts"
import { hashOf } from "../../app/domain/operations/backup/seal.ts"
import type { Call } from "./client.ts"

/** How a restored database compares with its backup. */
interface Comparison {
  /** Sources whose rows or hash differ. */
  different: { name: string; rows: number; restored: number }[]
  /** Rows whose parents were deleted while the backup ran. */
  leftOut: number
  /** Files of the bucket's list that the bucket lacks. */
  missingFiles: string[]
}

interface Loaded {
  left_out: number
  missing_files: string[]
  /** The columns of the table that the part belongs to. */
  columns: Record<string, string[]>
}

/**
 * Loads a backup into an empty database and its objects, and compares. Interrupted, it is run again: what is loaded is
 * not loaded twice. Throws a sentence for the terminal.
 */
export async function restore(
  call: Call,
  folder: string,
  report: (line: string) => void = () => {},
): Promise<Comparison> {
  const id = BackupId.parse(readFileSync(join(folder, "backup-id"), "utf8").trim())
  const manifest = readFileSync(join(folder, manifestName)).toString("base64")
  const { sums, parts } = await call<{ sums: SourceSum[]; parts: string[] }>("restore/begin", { id, manifest })
  await checkParts(folder, parts)
  const columns: Record<string, string[]> = {}
  let leftOut = 0
  const missingFiles: string[] = []
  for (const part of inOrderOfLoading(sums)) {
    const sealed = readFileSync(join(folder, partName(part))).toString("base64")
    const loaded = await call<Loaded>("restore/load", { id, part, sealed })
    Object.assign(columns, loaded.columns)
    leftOut += loaded.left_out
    missingFiles.push(...loaded.missing_files)
  }
  report(`Loaded ${parts.length} parts. Comparing …`)
  const different = await compare(call, sums, columns)
  report("Building the search …")
  await goOn(call, "restore/finish", { id }, { search: 0, after: 0 })
  await catchUp(call, beginningOf(id), report)
  return { different, leftOut, missingFiles }
}

/** Brings a restored database up to what happened outside of it since a time (epoch ms). Safe to repeat. */
export async function catchUp(call: Call, since: number, report: (line: string) => void = () => {}): Promise<void> {
  report("Repeating the erasures since, and listing the conversations since …")
  await goOn(call, "catch-up", { since }, { step: "epoch", after: "" })
}

/** Calls an operation until it has no more to do. */
async function goOn(call: Call, operation: string, fixed: object, first: object): Promise<void> {
  for (let cursor: object | null = first; cursor; )
    cursor = (await call<{ next: object | null }>(operation, { ...fixed, cursor })).next
}

/** Throws for the first part that is not the one of the manifest. */
async function checkParts(folder: string, hashes: string[]): Promise<void> {
  for (const [index, hash] of hashes.entries()) {
    const name = partName(index + 1)
    const found = await hashOf(new Uint8Array(readFileSync(join(folder, name))))
    if (found !== hash) throw new Error(`${name} is not the part that was written: copy the backup again.`)
  }
}

/** Tables that are referred to first, then channels, whose rooms find what they were sent, and the list of files last. */
function inOrderOfLoading(sums: SourceSum[]): number[] {
  const ranges = sums.map(({ name, lastPart }, index) => {
    const first = (sums[index - 1]?.lastPart ?? 0) + 1
    return { name, parts: Array.from({ length: lastPart - first + 1 }, (_, at) => first + at) }
  })
  const objects = ["channels", "rooms", "files"]
  const tables = ranges.filter(({ name }) => !objects.includes(name)).toReversed()
  const others = objects.flatMap((name) => ranges.filter((range) => range.name === name))
  return [...tables, ...others].flatMap(({ parts }) => parts)
}

async function compare(
  call: Call,
  sums: SourceSum[],
  columns: Record<string, string[]>,
): Promise<Comparison["different"]> {
  const restored = new Map<string, SourceSum>()
  for (let cursor: BackupCursor | null = firstCursor; cursor; ) {
    const step: { sum: SourceSum | null; next: BackupCursor | null } = await call("compare", { cursor, columns })
    if (step.sum) restored.set(step.sum.name, step.sum)
    cursor = step.next
  }
  // Of files the bucket is asked: a list of another bucket may be longer.
  return sums
    .filter(({ name }) => name !== "files")
    .map(({ name, rows, hash }) => ({ name, rows, hash, found: restored.get(name) }))
    .filter(({ hash, found }) => found?.hash !== hash)
    .map(({ name, rows, found }) => ({ name, rows, restored: found?.rows ?? 0 }))
}
