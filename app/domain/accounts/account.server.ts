import { desc, eq } from "drizzle-orm"
import { consents, users } from "~/db/schema"
import type { Ctx } from "../context"
import { mutedKinds, toMailChoices } from "../mail/choices.server"
import { selectSettings } from "../notifications/queries.server"
import { toSettings } from "../notifications/settings.server"
import { pendingChange, toPendingEmailChange } from "./email-change.server"
import type { AccountPatch, Consent, CurrentUser } from "./schema"
import { requireSession, requireUser } from "./service.server"
import { liveSessions, toOwnSessions } from "./sessions.server"

/** Changes the actor's name, the language of their mails, or both; gives them as they are now. */
export async function updateAccount(ctx: Ctx, { name, locale }: AccountPatch): Promise<CurrentUser> {
  const user = requireUser(ctx)
  const next = { name: name ?? user.name, locale: locale ?? user.locale }
  await ctx.db
    .update(users)
    .set({ ...next, updatedAt: ctx.now() })
    .where(eq(users.id, user.id))
  return { ...user, ...next }
}

/** All that the settings page shows beside the user: one round trip. */
export async function readSettings(ctx: Ctx) {
  const actor = requireSession(ctx)
  const { id } = actor.user
  const [sessions, [change], muted, [disturbed], agreed] = await ctx.db.batch([
    liveSessions(ctx, id),
    pendingChange(ctx, id),
    mutedKinds(ctx, id),
    selectSettings(ctx.db, id),
    agreedConsents(ctx, id),
  ])
  return {
    sessions: toOwnSessions(sessions, actor),
    emailChange: change ? toPendingEmailChange(change) : null,
    mails: toMailChoices(muted),
    disturbed: toSettings(disturbed),
    pushKey: ctx.push?.publicKey ?? null,
    consents: agreed satisfies Consent[],
  }
}

/** What a user agreed to, the newest first. */
function agreedConsents({ db }: Pick<Ctx, "db">, userId: string) {
  return db
    .select({ kind: consents.kind, version: consents.version, agreed_at: consents.createdAt })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.id))
    .limit(20)
}
