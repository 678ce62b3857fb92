import { DAY } from "~/lib/time"
import type { Ctx } from "../../core/context"
import type { Place } from "../../core/shared/lane"
import { readStep } from "./backup.server"
import {
  type BackupCursor,
  backupDays,
  beginningOf,
  firstCursor,
  Manifest,
  manifestName,
  newBackupId,
  partName,
  type SourceSum,
} from "./schema"
import { sealerOf } from "./seal"

/** How long one run of the job goes on before it enqueues the next, ms. */
const runFor = 15_000

/** A nightly backup is overdue when the newest whole one is older than this, ms. */
const overdueAfter = 2 * DAY

/** Begins the nightly backup, if the operator has set a target, and deletes those whose time is over. */
export async function startNightlyBackup(ctx: Ctx): Promise<Place> {
  const { backup } = ctx
  if (!backup?.store) return null
  const now = ctx.now()
  const ids = await backup.store.list()
  const whole: string[] = []
  for (const id of ids) {
    if (beginningOf(id) < now - backupDays * DAY) await backup.store.delete(id)
    else if (await backup.store.read(id, manifestName)) whole.push(id)
  }
  const newest = whole.toSorted().at(-1)
  const oldest = ids.toSorted()[0]
  if (oldest && beginningOf(newest ?? oldest) < now - overdueAfter)
    ctx.logError("backup.overdue", new Error("No backup of the last two nights is whole"), { newest: newest ?? null })
  ctx.enqueueJob({ kind: "backup", id: newBackupId(now), cursor: firstCursor })
  return null
}

/** Writes the next parts of a nightly backup and enqueues the rest; the manifest makes it whole. May be repeated. */
export async function runBackup(ctx: Ctx, id: string, begun: BackupCursor): Promise<void> {
  const { backup } = ctx
  if (!backup?.store) return
  const { seal } = await sealerOf(backup.key, id)
  const end = ctx.now() + runFor
  let cursor: BackupCursor | null = begun
  while (cursor) {
    if (ctx.now() > end) return ctx.enqueueJob({ kind: "backup", id, cursor })
    const { part } = cursor
    const { content, sum, next } = await readStep(ctx, cursor)
    await backup.store.write(id, partName(part), await seal(partName(part), JSON.stringify(content)), sum)
    cursor = next
  }
  const stored = await backup.store.parts(id)
  const manifest: Manifest = {
    version: 1,
    id,
    parts: stored.map(({ hash }) => hash),
    sums: stored.map(({ sum }) => sum).filter((sum): sum is SourceSum => sum !== null),
  }
  await backup.store.write(id, manifestName, await seal(manifestName, JSON.stringify(Manifest.parse(manifest))), null)
}
