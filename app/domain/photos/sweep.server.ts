import { newId } from "~/lib/id"
import type { Ctx } from "../context"
import * as queries from "../media/uploads/queries.server"
import { deleteMediaFiles, deleteOriginal } from "./files.server"
import { originalLifetime, orphanAge, processingLease, rejectedLifetime, removedLifetime } from "./policy"

const atOnce = 100
/** Uploads waiting longer than this have probably lost their job, ms. */
const lostAfter = 5 * 60_000

/** Enqueues the processing of photos whose job was lost or whose worker died; runs every five minutes. */
export async function requeuePhotos(ctx: Pick<Ctx, "db" | "now" | "enqueueJob">): Promise<void> {
  const now = ctx.now()
  for (const state of ["uploaded", "processing", "ready"] as const) {
    const before = now - (state === "uploaded" ? lostAfter : processingLease + 60_000)
    for (const id of await queries.findStale(ctx.db, { state, before, after: "", limit: atOnce }))
      ctx.enqueueJob({ kind: "media", mediaId: id })
  }
}

/**
 * Deletes what is due, nightly: originals a week after their approval, rows of removed and rejected media with what is
 * left of their files, and originals without a row.
 */
export async function sweepMedia(ctx: Pick<Ctx, "db" | "now" | "files">): Promise<void> {
  const now = ctx.now()
  for (let due = [""]; due.length > 0; ) {
    due = await queries.findOriginalsDue(ctx.db, now - originalLifetime, atOnce)
    for (const id of due) await deleteOriginal(ctx, id)
  }
  await sweepRows(ctx, "deleted", now - removedLifetime)
  await sweepRows(ctx, "rejected", now - rejectedLifetime)
  await sweepOrphans(ctx)
}

async function sweepRows(ctx: Pick<Ctx, "db" | "files">, state: "deleted" | "rejected", before: number) {
  for (let after = ""; ; ) {
    const ids = await queries.findStale(ctx.db, { state, before, after, limit: atOnce })
    for (const id of ids) {
      await deleteMediaFiles(ctx, id)
      await queries.deleteMedium(ctx.db, id)
    }
    const last = ids.at(-1)
    if (!last) return
    after = last
  }
}

/** Only originals that await their review are in this folder: it stays small. */
async function sweepOrphans(ctx: Pick<Ctx, "db" | "files" | "now">): Promise<void> {
  const files = await ctx.files.list("uploads/")
  const idOf = (key: string) => key.slice(key.lastIndexOf("/") + 1)
  // Ids are ordered by time.
  const youngest = newId(ctx.now() - orphanAge)
  const old = files.map(({ key }) => key).filter((key) => idOf(key) < youngest)
  for (let from = 0; from < old.length; from += atOnce) {
    const keys = old.slice(from, from + atOnce)
    const known = await queries.findUploadKeys(ctx.db, keys.map(idOf))
    await ctx.files.delete(keys.filter((key) => !known.has(key)))
  }
}
