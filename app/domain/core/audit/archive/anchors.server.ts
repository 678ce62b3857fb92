import * as z from "zod"
import { parseJson } from "~/db/statements/json"
import { DAY } from "~/lib/time"
import type { Ctx } from "../../context"
import type { Place } from "../../shared/lane"
import { findLastSeal } from "../queries.server"
import * as queries from "./queries.server"
import { anchoredDays, anchorKey } from "./tile"

/** The last seal of a day, where who has the database's password does not reach. */
const Anchor = z.object({ seq: z.number().int(), hash: z.string() })
type Anchor = z.infer<typeof Anchor>

/**
 * Compares the chain with the anchors of the last week, and writes that of today unless it is there: what was computed again later does
 * not have the hashes that were anchored. A difference is logged as `audit.anchor_differs`.
 */
export async function anchorAuditLog(ctx: Pick<Ctx, "db" | "files" | "now" | "logError">): Promise<Place> {
  const now = ctx.now()
  for (let day = 0; day <= anchoredDays; day += 1) {
    const anchor = await readAnchor(ctx, now - day * DAY)
    const hash = anchor && (await queries.findSealHash(ctx.db, anchor.seq))
    // Its row may be in a tile by now, whose seals the tiles' own chain holds.
    if (anchor && hash !== anchor.hash && !(hash === null && (await queries.findTile(ctx.db, anchor.seq))))
      ctx.logError("audit.anchor_differs", new Error("The chain of the audit log is not the one of that day"), {
        ...anchor,
      })
  }
  const seal = await findLastSeal(ctx.db)
  if (!seal || (await readAnchor(ctx, now))) return null
  const { seq, hash } = seal
  const file = await ctx.files.write(anchorKey(now), "application/json")
  await file.write(new TextEncoder().encode(JSON.stringify({ seq, hash } satisfies Anchor)))
  await file.close()
  return null
}

/** Returns the anchor of the day of a time (epoch ms), or null. */
export async function readAnchor(ctx: Pick<Ctx, "files">, time: number): Promise<Anchor | null> {
  const file = await ctx.files.read(anchorKey(time))
  return file && parseJson(Anchor, await new Response(file.body).text())
}
