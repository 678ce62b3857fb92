import * as z from "zod"

/** Days that a nightly backup is kept: members are promised that copies of what they erased are gone after them. */
export const backupDays = 30

export const BackupId = z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{16}$/)

/** Where a backup, or the comparison of a restored database with one, goes on. */
export const BackupCursor = z.object({
  /** The number of the next part, from 1. */
  part: z.int().min(1),
  /** The place of the source in `sources`. */
  source: z.int().min(0),
  /** The last key read of the source; null at its beginning. */
  after: z.array(z.union([z.string(), z.number()])).nullable(),
  /** Within one object: after which of its numbered rows. */
  within: z.int().min(0),
  /** Of the source so far. */
  rows: z.int().min(0),
  hash: z.string(),
})
export type BackupCursor = z.infer<typeof BackupCursor>

export const firstCursor: BackupCursor = { part: 1, source: 0, after: null, within: 0, rows: 0, hash: "" }

const Value = z.union([z.string(), z.number(), z.null()])

/** Rows of an object (`ObjectDump`), and the conversation or member that names it. */
const NamedDump = z.object({
  id: z.string(),
  tables: z.record(z.string(), z.array(z.record(z.string(), Value))),
  next: z.int().nullable(),
})

/** A page of a source, as text: what a sealed part holds. */
export const PartContent = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("table"),
    table: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(Value)),
  }),
  z.object({ kind: z.literal("rooms"), dumps: z.array(NamedDump) }),
  z.object({ kind: z.literal("channels"), dumps: z.array(NamedDump) }),
  z.object({ kind: z.literal("files"), files: z.array(z.object({ key: z.string(), size: z.number() })) }),
])
export type PartContent = z.infer<typeof PartContent>

/** Sums of a source after its last part. */
export const SourceSum = z.object({ name: z.string(), rows: z.int(), hash: z.string(), lastPart: z.int() })
export type SourceSum = z.infer<typeof SourceSum>

/** The last part of a backup: without it a backup is not whole. */
export const Manifest = z.object({
  version: z.literal(1),
  id: BackupId,
  /** The parts' SHA-256 as stored, in order. */
  parts: z.array(z.string()),
  sums: z.array(SourceSum),
})
export type Manifest = z.infer<typeof Manifest>

/** A part's name, under which it is sealed and stored. */
export const partName = (number: number) => `${String(number).padStart(6, "0")}.part`
export const manifestName = "manifest.sealed"

/** Returns the id of a backup that begins now; its beginning can be read from it. */
export function newBackupId(now: number): string {
  const random = crypto.getRandomValues(new Uint8Array(8))
  const suffix = [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}-${suffix}`
}

/** Returns when a backup began, epoch ms. */
export function beginningOf(id: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(id)?.map(Number) ?? []
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second)
}
