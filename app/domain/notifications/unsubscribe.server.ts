import { and, eq, inArray } from "drizzle-orm"
import * as z from "zod"
import { mutedMails, users } from "~/db/schema"
import { AppError } from "~/lib/errors"
import type { Ctx } from "../context"
import { type MailKind, mailKinds } from "../mail/schema"

const purpose = "unsubscribe"

const Wish = z.object({ userId: z.string(), kinds: z.array(z.enum(mailKinds)).min(1) })

/** Where the reader of a mail says, without logging in, that they want no more of its kind: by a page, or by their mailbox's own button. */
export async function unsubscribeLinks(
  ctx: Pick<Ctx, "secrets" | "site">,
  { userId, kinds, locale }: { userId: string; kinds: MailKind[]; locale: string },
): Promise<{ href: string; oneClick: string }> {
  const token = await ctx.secrets.seal(JSON.stringify({ userId, kinds }), purpose)
  const origin = ctx.site.origin(locale)
  // Mailboxes know no access value: the gate lets this address through.
  return { href: `${origin}/unsubscribe/${token}`, oneClick: `${origin}/webhooks/unsubscribe/${token}` }
}

/** Whether who this link was written for gets mails of its kinds. Throws `request.not_found` for a link that is not ours. */
export async function readUnsubscribe(ctx: Ctx, token: string): Promise<{ isSubscribed: boolean }> {
  const { userId, kinds } = await openWish(ctx, token)
  const [known, muted] = await ctx.db.batch([
    ctx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)),
    ctx.db.select({ kind: mutedMails.kind }).from(mutedMails).where(mutedOf(userId, kinds)),
  ])
  if (known.length === 0) throw new AppError("request.not_found")
  return { isSubscribed: muted.length < kinds.length }
}

/** Stops the mails of the link's kinds, or lets them come again. Throws as `readUnsubscribe` does. */
export async function setSubscribed(ctx: Ctx, token: string, isSubscribed: boolean): Promise<void> {
  const { userId, kinds } = await openWish(ctx, token)
  await readUnsubscribe(ctx, token)
  const createdAt = ctx.now()
  if (isSubscribed) await ctx.db.delete(mutedMails).where(mutedOf(userId, kinds))
  else
    await ctx.db
      .insert(mutedMails)
      .values(kinds.map((kind) => ({ userId, kind, createdAt })))
      .onConflictDoNothing()
}

const mutedOf = (userId: string, kinds: MailKind[]) =>
  and(eq(mutedMails.userId, userId), inArray(mutedMails.kind, kinds))

async function openWish(ctx: Ctx, token: string): Promise<z.infer<typeof Wish>> {
  const text = await ctx.secrets.open(token, purpose).catch(() => null)
  const wish = Wish.safeParse(text === null ? null : JSON.parse(text))
  if (!wish.success) throw new AppError("request.not_found")
  return wish.data
}
