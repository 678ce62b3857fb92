import { and, eq, inArray } from "drizzle-orm"
import { mutedMails, users } from "~/db/schema"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import type { OutboxRow } from "./queries.server"
import { kindOf, type MailChoices, type MailKind, mailKinds } from "./schema"

/** Returns which kinds of mail the actor wants. */
export async function findMailChoices(ctx: Ctx): Promise<MailChoices> {
  return toMailChoices(await mutedKinds(ctx, requireUser(ctx).id))
}

/** Replaces the actor's choices of mail, as the form submits them. */
export async function setMailChoices(ctx: Ctx, choices: MailChoices): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const createdAt = ctx.now()
  const muted = mailKinds.filter((kind) => !choices[kind]).map((kind) => ({ userId, kind, createdAt }))
  await ctx.db.batch([
    ctx.db.delete(mutedMails).where(eq(mutedMails.userId, userId)),
    ...(muted.length > 0 ? [ctx.db.insert(mutedMails).values(muted)] : []),
  ])
}

/** Query for the kinds of mail a user muted; the settings page runs it in its own batch. */
export function mutedKinds({ db }: Pick<Ctx, "db">, userId: string) {
  return db.select({ kind: mutedMails.kind }).from(mutedMails).where(eq(mutedMails.userId, userId))
}

export function toMailChoices(muted: { kind: string }[]): MailChoices {
  const wants = (kind: MailKind) => !muted.some((one) => one.kind === kind)
  return Object.fromEntries(mailKinds.map((kind) => [kind, wants(kind)])) as MailChoices
}

/** Returns whether the recipient muted this kind of mail; checked once, when the mail is composed. */
export async function isMuted({ db }: Pick<Ctx, "db">, email: OutboxRow): Promise<boolean> {
  const kind = kindOf[email.template]
  if (!kind) return false
  const found = await db
    .select({ kind: mutedMails.kind })
    .from(mutedMails)
    .innerJoin(users, eq(users.id, mutedMails.userId))
    .where(and(eq(users.email, email.recipient), eq(mutedMails.kind, kind)))
    .limit(1)
  return found.length > 0
}

/** Mutes kinds of a user's mail; those muted already stay so. */
export async function muteMails(
  { db, now }: Pick<Ctx, "db" | "now">,
  userId: string,
  kinds: MailKind[],
): Promise<void> {
  const createdAt = now()
  await db
    .insert(mutedMails)
    .values(kinds.map((kind) => ({ userId, kind, createdAt })))
    .onConflictDoNothing()
}

export async function unmuteMails({ db }: Pick<Ctx, "db">, userId: string, kinds: MailKind[]): Promise<void> {
  await db.delete(mutedMails).where(and(eq(mutedMails.userId, userId), inArray(mutedMails.kind, kinds)))
}
