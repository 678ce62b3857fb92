import { requireSession } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { toMailChoices } from "../mail/preferences.server"
import { selectMutedKinds } from "../mail/queries.server"
import { selectSettings } from "./queries.server"
import { toSettings } from "./settings.server"

/** Returns which mails the actor wants and when, and the key of push notifications: one round trip. */
export async function readNotificationChoices(ctx: Ctx) {
  const { id } = requireSession(ctx).user
  const [muted, [settings]] = await ctx.db.batch([selectMutedKinds(ctx.db, id), selectSettings(ctx.db, id)])
  return { mails: toMailChoices(muted), disturbed: toSettings(settings), pushKey: ctx.push?.publicKey ?? null }
}
