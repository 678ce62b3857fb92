import { desc, eq, sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { consents, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import { skeletonOf, skeletonSql } from "~/lib/name-skeleton"
import type { Ctx } from "../context"
import { mutedKinds, toMailChoices } from "../mail/choices.server"
import { selectSettings } from "../notifications/queries.server"
import { toSettings } from "../notifications/settings.server"
import { pendingChange, toPendingEmailChange } from "./email-change.server"
import { isReservedName } from "./names"
import type { AccountPatch, Consent, CurrentUser } from "./schema"
import { requireSession, requireUser } from "./service.server"
import { liveSessions, toOwnSessions } from "./sessions.server"

/**
 * Changes the actor's name, the language of their mails, or both; gives them as they are now. Throws `validation.failed` for a new name
 * that is ours or somebody's profile's.
 */
export async function updateAccount(ctx: Ctx, { name, locale }: AccountPatch): Promise<CurrentUser> {
  const user = requireUser(ctx)
  const next = { name: name ?? user.name, locale: locale ?? user.locale }
  if (next.name !== user.name) await requireFreeName(ctx, next.name, user.id)
  await ctx.db
    .update(users)
    .set({ ...next, updatedAt: ctx.now() })
    .where(eq(users.id, user.id))
  return { ...user, ...next }
}

/**
 * Throws `validation.failed` for a name that staff might have, and for one that looks like the name of a published profile which is not
 * that of `userId`.
 */
export async function requireFreeName(
  { db, site }: Pick<Ctx, "db" | "site">,
  name: string,
  userId: string,
): Promise<void> {
  if (isReservedName(name, site.name)) throw new AppError("validation.failed", { fields: { name: ["name_reserved"] } })
  const looksAlike = sql`${sql.raw(skeletonSql("name"))} = ${skeletonOf(name)}`
  const [found] = await read(
    db,
    sql<{
      id: string
    }>`SELECT id FROM profiles WHERE ${looksAlike} AND state = 'published' AND owner_id <> ${userId} LIMIT 1`,
  )
  if (found.length > 0) throw new AppError("validation.failed", { fields: { name: ["name_taken"] } })
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
