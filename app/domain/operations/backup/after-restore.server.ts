import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { conversationsAtOnce } from "../../chat/privacy.server"
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
      for (const id of ids) await publishRooms(ctx, id)
      const last = ids.at(-1)
      return last === undefined ? null : { step, after: last }
    }
    default:
      throw new Error(`Unknown step: ${step satisfies never}`)
  }
}

/** Has all rooms of a member write the index and both inboxes. */
async function publishRooms(ctx: Pick<Ctx, "live" | "rooms">, userId: string): Promise<void> {
  let after = ""
  for (;;) {
    const conversations = await ctx.live(userId).allConversations(after, conversationsAtOnce)
    for (const { id } of conversations) await ctx.rooms(id).publishAgain()
    const last = conversations.at(-1)
    if (!last || conversations.length < conversationsAtOnce) return
    after = last.id
  }
}
