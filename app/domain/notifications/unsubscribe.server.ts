import * as z from "zod"
import { AppError } from "~/lib/errors"
import { selectUserId } from "../accounts/queries.server"
import type { Ctx } from "../core/context"
import { muteMails, unmuteMails } from "../mail/preferences.server"
import { selectMutedOf } from "../mail/queries.server"
import { type MailKind, mailKinds } from "../mail/schema"

const purpose = "unsubscribe"

const TokenContents = z.object({ userId: z.string(), kinds: z.array(z.enum(mailKinds)).min(1) })

/**
 * Returns the links by which a mail's reader unsubscribes from its kinds without logging in: a page, and the one-click
 * link for mail clients.
 */
export async function unsubscribeLinks(
  ctx: Pick<Ctx, "secrets" | "site">,
  { userId, kinds, locale }: { userId: string; kinds: MailKind[]; locale: string },
): Promise<{ href: string; oneClick: string }> {
  const token = await ctx.secrets.seal(JSON.stringify({ userId, kinds }), purpose)
  const origin = ctx.site.origin(locale)
  // Mail clients have no access value: the access gate lets this path through.
  return { href: `${origin}/unsubscribe/${token}`, oneClick: `${origin}/webhooks/unsubscribe/${token}` }
}

/** Returns whether the link's user receives mails of its kinds. Throws `request.not_found` for an invalid link. */
export async function readUnsubscribe(ctx: Ctx, token: string): Promise<{ isSubscribed: boolean }> {
  const { userId, kinds } = await openToken(ctx, token)
  const [known, muted] = await ctx.db.batch([selectUserId(ctx.db, userId), selectMutedOf(ctx.db, userId, kinds)])
  if (known.length === 0) throw new AppError("request.not_found")
  return { isSubscribed: muted.length < kinds.length }
}

/** Unsubscribes the link's user from its kinds, or subscribes them again. Throws as `readUnsubscribe` does. */
export async function setSubscribed(ctx: Ctx, token: string, isSubscribed: boolean): Promise<void> {
  const { userId, kinds } = await openToken(ctx, token)
  await readUnsubscribe(ctx, token)
  await (isSubscribed ? unmuteMails : muteMails)(ctx, userId, kinds)
}

async function openToken(ctx: Ctx, token: string): Promise<z.infer<typeof TokenContents>> {
  const text = await ctx.secrets.open(token, purpose).catch(() => null)
  const contents = TokenContents.safeParse(text === null ? null : JSON.parse(text))
  if (!contents.success) throw new AppError("request.not_found")
  return contents.data
}
