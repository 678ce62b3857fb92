import { toPendingEmailChange } from "../accounts/email-change/change.server"
import { selectPendingChange } from "../accounts/email-change/queries.server"
import { selectConsents } from "../accounts/overview/queries.server"
import type { Consent } from "../accounts/schema"
import { toOwnSessions } from "../accounts/sessions/own-sessions.server"
import { selectLiveSessions } from "../accounts/sessions/queries.server"
import { requireSession } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { toMailChoices } from "../mail/preferences.server"
import { selectMutedKinds } from "../mail/queries.server"
import { selectSettings } from "./queries.server"
import { toSettings } from "./settings.server"

/** Returns everything on the settings page except the user: one round trip. */
export async function readSettings(ctx: Ctx) {
  const actor = requireSession(ctx)
  const { id } = actor.user
  const [sessions, [change], muted, [notificationSettings], agreed] = await ctx.db.batch([
    selectLiveSessions(ctx.db, id, ctx.now()),
    selectPendingChange(ctx.db, id, ctx.now()),
    selectMutedKinds(ctx.db, id),
    selectSettings(ctx.db, id),
    selectConsents(ctx.db, id),
  ])
  return {
    sessions: toOwnSessions(sessions, actor),
    emailChange: change ? toPendingEmailChange(change) : null,
    mails: toMailChoices(muted),
    disturbed: toSettings(notificationSettings),
    pushKey: ctx.push?.publicKey ?? null,
    consents: agreed satisfies Consent[],
  }
}
