import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { raiseEpochs } from "../../content/queries.server"
import type { Ctx } from "../../core/context"
import { ledgerDays, listErasures } from "../../privacy/ledger.server"
import { repeatErasure } from "../../privacy/repeat.server"
import * as queries from "./queries.server"

/** Steps that bring a restored database up to the present, in order. */
const steps = ["epoch", "erasures", "rooms"] as const

/** Where the work after a restore goes on: `after` is a user's id. */
interface AfterCursor {
  step: (typeof steps)[number]
  after: string
}

export const firstAfterCursor: AfterCursor = { step: "epoch", after: "" }

const membersAtOnce = 20

/**
 * Brings a database of `since` (epoch ms) up to what happened outside of it: drops kept pages, repeats the erasures
 * since, and lists the conversations begun since. Safe to repeat. Returns where it goes on, null once it is done. Throws
 * `backup.too_old` if the ledger of erasures does not reach back so far.
 */
export async function catchUp(ctx: Ctx, since: number, { step, after }: AfterCursor): Promise<AfterCursor | null> {
  const now = ctx.now()
  if (since < now - ledgerDays * DAY) throw new AppError("backup.too_old")
  switch (step) {
    case "epoch":
      await raiseEpochs(ctx.db, now)
      return { step: "erasures", after: "" }
    case "erasures": {
      const [userId] = (await listErasures(ctx, since)).filter((id) => id > after)
      if (userId === undefined) return { step: "rooms", after: "" }
      await repeatErasure(ctx, userId)
      return { step, after: userId }
    }
    case "rooms": {
      const ids = await queries.readIds(ctx.db, "users", after, membersAtOnce)
      for (const id of ids)
        for (const conversationId of await ctx.live(id).conversations()) await ctx.rooms(conversationId).publishAgain()
      const last = ids.at(-1)
      return last === undefined ? null : { step, after: last }
    }
    default:
      throw new Error(`Unknown step: ${step satisfies never}`)
  }
}
