import { trustedJson } from "~/db/statements/json"
import { formatDate, formatPrice } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../../core/context"
import type { EmailOf } from "../../mail/queries.server"
import type { Content } from "../../mail/schema"
import { findBilling } from "../plan-queries.server"
import { isLive } from "../sync/subscription-rows"

/**
 * Composes a mail about the member's plan, with the facts of today: no price is in the subject, which others may see.
 * Null once it is not true any more: a mail can be late by hours.
 */
export async function composePlanMail(ctx: Ctx, email: EmailOf<"plan">): Promise<Content | null> {
  const { userId, state, reference } = email.data
  const { locale } = email
  const { held, due, card } = await findBilling(ctx.db, userId, locale)
  const live = held.find(isLive)
  const isTrue: Record<typeof state, boolean> = {
    started: live?.endsAt === null,
    resumed: live?.endsAt === null,
    recovered: live !== undefined,
    renewing: live?.endsAt === null,
    trial_ending: live?.endsAt === null,
    card_expiring: live !== undefined,
    cancelled: typeof live?.endsAt === "number",
    payment_failed: due !== null,
    ended: live === undefined,
    refunded: true,
    trial_refused: live === undefined,
  }
  if (!isTrue[state]) return null
  const t = translator(locale, "mail")
  const price = live ? trustedJson(live.price) : null
  const dated = (at: number | null | undefined) => (at ? formatDate(at, locale, "date") : "")
  const values = {
    plan: live?.plan ?? ctx.site.name,
    date: dated(live?.endsAt ?? live?.periodEndsAt),
    amount: price ? formatPrice(live?.nextAmount ?? price.amount, locale, price.currency) : "",
    due: due ? formatPrice(due.due, locale, due.currency) : "",
    retry: dated(due?.next_retry_at),
    card: card?.card_last4 ?? "",
    reference: reference ?? "",
  }
  const paragraphs = [t(`plan.${state}.text`, values)]
  if (state === "started") paragraphs.push(t("plan.withdrawal"))
  if (state === "started" && live?.stripeStatus === "trialing") paragraphs.push(t("plan.trial", values))
  if (state === "payment_failed" && due?.next_retry_at) paragraphs.push(t("plan.retry", values))
  const page = state === "refunded" ? "invoices" : state === "ended" || state === "trial_refused" ? "plans" : "billing"
  return {
    subject: t(`plan.${state}.subject`),
    heading: t(`plan.${state}.subject`),
    paragraphs,
    action: { label: t(`plan.to_${page}`), href: `${ctx.site.origin(locale)}/profile/${page}` },
  }
}
