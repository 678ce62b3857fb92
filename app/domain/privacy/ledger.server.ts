import { DAY } from "~/lib/time"
import type { Ctx } from "../core/context"
import type { Place } from "../core/shared/lane"

/**
 * The erasures that were carried out, beside the database: a restored one does not know of those since. An entry is a
 * file's name, of the day and the erased user's id, which refers to nobody any more.
 */
const folder = "erasures/"

/** How long an entry is kept, in days: twice as long as any copy of the database. */
export const ledgerDays = 60

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Records an erasure before its rows are deleted: one that is recorded and then fails is carried out by its retry. */
export async function recordErasure(ctx: Pick<Ctx, "files" | "now">, userId: string): Promise<void> {
  const file = await ctx.files.write(`${folder}${dayOf(ctx.now())}/${userId}`, "text/plain")
  await file.write(new TextEncoder().encode("erased"))
  await file.close()
}

/** Returns the ids of the users erased since the day of a time, sorted. */
export async function listErasures(ctx: Pick<Ctx, "files">, since: number): Promise<string[]> {
  const files = await ctx.files.list(folder)
  const recent = files.map(({ key }) => key.split("/")).filter(([, day = ""]) => day >= dayOf(since))
  return [...new Set(recent.map(([, , userId = ""]) => userId))].toSorted()
}

/** Deletes the entries whose time is over. */
export async function sweepLedger(ctx: Pick<Ctx, "files" | "now">): Promise<Place> {
  const first = dayOf(ctx.now() - ledgerDays * DAY)
  const files = await ctx.files.list(folder)
  const old = files.map(({ key }) => key).filter((key) => (key.split("/")[1] ?? "") < first)
  if (old.length > 0) await ctx.files.delete(old)
  return null
}
