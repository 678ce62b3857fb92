import { AppError } from "~/lib/errors"
import type { CurrentUser } from "../core/actor/actor"
import { requireSession, requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { isReservedName } from "./names"
import { selectConsents } from "./overview/queries.server"
import * as queries from "./queries.server"
import type { AccountPatch, Consent } from "./schema"

/**
 * Changes the actor's name or mail language and returns the updated user. Throws `validation.failed` for a new name
 * that is reserved or that looks like another owner's published profile.
 */
export async function updateAccount(ctx: Ctx, { name, locale }: AccountPatch): Promise<CurrentUser> {
  const user = requireUser(ctx)
  const next = { name: name ?? user.name, locale: locale ?? user.locale }
  if (next.name !== user.name) await requireFreeName(ctx, next.name, user.id)
  await queries.updateUser(ctx.db, user.id, next, ctx.now())
  return { ...user, ...next }
}

/**
 * Throws `validation.failed` for a reserved (staff-like) name and for one that looks like a published profile's name,
 * unless `userId` owns that profile.
 */
export async function requireFreeName(
  { db, site }: Pick<Ctx, "db" | "site">,
  name: string,
  userId: string,
): Promise<void> {
  if (isReservedName(name, site.name)) throw new AppError("validation.failed", { fields: { name: ["name_reserved"] } })
  const lookalike = await queries.findLookalikeProfile(db, name, userId)
  if (lookalike) throw new AppError("validation.failed", { fields: { name: ["name_taken"] } })
}

/** Returns the actor's consents, newest first. */
export async function listConsents(ctx: Ctx): Promise<Consent[]> {
  return selectConsents(ctx.db, requireSession(ctx).user.id)
}
