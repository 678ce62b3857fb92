import { eq, sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { skeletonOf, skeletonSql } from "~/db/name-skeleton"
import { users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import type { CurrentUser } from "../actor/actor"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import { isReservedName } from "./names"
import type { AccountPatch } from "./schema"

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
