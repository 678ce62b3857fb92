import { and, eq } from "drizzle-orm"
import { mutedMails, users } from "~/db/schema"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"
import type { OutboxRow } from "./queries.server"
import { kindOf, type MailChoices, type MailKind, mailKinds } from "./schema"

/** Which kinds of mail the actor wants. */
export async function findMailChoices(ctx: Ctx): Promise<MailChoices> {
  return toMailChoices(await mutedKinds(ctx, requireUser(ctx).id))
}

/** Sets which kinds of mail the actor wants: all at once, as the form shows them. */
export async function setMailChoices(ctx: Ctx, choices: MailChoices): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const createdAt = ctx.now()
  const muted = mailKinds.filter((kind) => !choices[kind]).map((kind) => ({ userId, kind, createdAt }))
  await ctx.db.batch([
    ctx.db.delete(mutedMails).where(eq(mutedMails.userId, userId)),
    ...(muted.length > 0 ? [ctx.db.insert(mutedMails).values(muted)] : []),
  ])
}

/** The query of what a user does without, for the batch that reads the settings too. */
export function mutedKinds({ db }: Pick<Ctx, "db">, userId: string) {
  return db.select({ kind: mutedMails.kind }).from(mutedMails).where(eq(mutedMails.userId, userId))
}

export function toMailChoices(muted: { kind: string }[]): MailChoices {
  const wants = (kind: MailKind) => !muted.some((one) => one.kind === kind)
  return Object.fromEntries(mailKinds.map((kind) => [kind, wants(kind)])) as MailChoices
}

/** Whether whoever has this address does without mails of this kind: asked once, when the mail is made. */
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
