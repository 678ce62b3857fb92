import { DAY } from "~/lib/time"
import type { Ctx } from "../../context"
import { chainOf } from "../queries.server"
import { readAnchor } from "./anchors.server"
import { readTile } from "./archive.server"
import * as queries from "./queries.server"
import { anchoredDays } from "./tile"
import type { LogSource } from "./verify"

/** Where `verifyLog` reads this deployment's log. */
export function logOf(ctx: Pick<Ctx, "db" | "files" | "now">): LogSource {
  return {
    ...chainOf(ctx.db),
    tiles: (after, limit) => queries.findTiles(ctx.db, after, limit),
    tileText: (tile) => readTile(ctx, tile),
    anchors: async () => {
      const days = Array.from({ length: anchoredDays + 1 }, (_, day) => readAnchor(ctx, ctx.now() - day * DAY))
      return (await Promise.all(days)).filter((anchor) => anchor !== null)
    },
  }
}
