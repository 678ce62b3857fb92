import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import * as queries from "./queries.server"
import { kindOf, type MailChoices, type MailKind, mailKinds } from "./schema"

/** Returns which kinds of mail the actor wants. */
export async function findMailChoices(ctx: Ctx): Promise<MailChoices> {
  return toMailChoices(await queries.selectMutedKinds(ctx.db, requireUser(ctx).id))
}

/** Replaces the actor's choices of mail, as the form submits them. */
export async function setMailChoices(ctx: Ctx, choices: MailChoices): Promise<void> {
  const { id: userId } = requireUser(ctx)
  const createdAt = ctx.now()
  const muted = mailKinds.filter((kind) => !choices[kind]).map((kind) => ({ userId, kind, createdAt }))
  await ctx.db.batch([
    queries.clearMutedKinds(ctx.db, userId),
    ...(muted.length > 0 ? [queries.insertMutedKinds(ctx.db, muted)] : []),
  ])
}

export function toMailChoices(muted: { kind: string }[]): MailChoices {
  const wants = (kind: MailKind) => !muted.some((one) => one.kind === kind)
  return Object.fromEntries(mailKinds.map((kind) => [kind, wants(kind)])) as MailChoices
}

/** Returns whether the recipient muted this kind of mail; checked once, when the mail is composed. */
export async function isMuted({ db }: Pick<Ctx, "db">, email: queries.OutboxRow): Promise<boolean> {
  const kind = kindOf[email.template]
  return kind !== undefined && queries.isKindMuted(db, email.recipient, kind)
}

/** Mutes kinds of a user's mail; those muted already stay so. */
export async function muteMails(
  { db, now }: Pick<Ctx, "db" | "now">,
  userId: string,
  kinds: MailKind[],
): Promise<void> {
  const createdAt = now()
  await queries.insertMutedKinds(
    db,
    kinds.map((kind) => ({ userId, kind, createdAt })),
  )
}

export async function unmuteMails({ db }: Pick<Ctx, "db">, userId: string, kinds: MailKind[]): Promise<void> {
  await queries.deleteMutedKinds(db, userId, kinds)
}
