import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { CurrentUser } from "../core/actor/actor"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { toBilling } from "./billing.server"
import { findBilling } from "./plan-queries.server"
import { type Evidence, premiumEvidence, priceEvidence } from "./policy"
import type { Billing, Entitlement } from "./schema"

/** Returns each right of the actor and its evidence: one round trip. Throws `auth.required`. */
export async function getEntitlements(ctx: Ctx): Promise<Entitlement[]> {
  return findEntitlements(ctx, requireUser(ctx))
}

/** Returns the actor's billing and their rights: one round trip. Throws `auth.required`. */
export async function getBillingAndRights(ctx: Ctx): Promise<{ billing: Billing; entitlements: Entitlement[] }> {
  const user = requireUser(ctx)
  const found = await findBilling(ctx.db, user.id, ctx.locale)
  return { billing: toBilling(ctx, found), entitlements: toEntitlements(ctx, user, found) }
}

/** Returns each right of a user: Premium, and each price that they have or had. */
export async function findEntitlements(
  ctx: Pick<Ctx, "db" | "locale">,
  user: Pick<CurrentUser, "id" | "groups" | "profile">,
): Promise<Entitlement[]> {
  return toEntitlements(ctx, user, await findBilling(ctx.db, user.id, ctx.locale))
}

function toEntitlements(
  ctx: Pick<Ctx, "locale">,
  user: Pick<CurrentUser, "groups" | "profile">,
  { held, due }: Awaited<ReturnType<typeof findBilling>>,
): Entitlement[] {
  const retryAt = due?.next_retry_at ?? null
  const prices = new Map(held.flatMap(({ stripePrice, plan }) => (stripePrice ? [[stripePrice, plan] as const] : [])))
  return [
    toEntitlement(ctx, {
      name: "Premium",
      subject: { rule: "premium", stripe_price: null },
      evidence: premiumEvidence(user, held),
      retryAt,
    }),
    ...[...prices].map(([price, plan]) =>
      toEntitlement(ctx, {
        name: plan ?? price,
        subject: { rule: "price", stripe_price: price },
        evidence: priceEvidence(price, held),
        retryAt,
      }),
    ),
  ]
}

interface EntitlementParts {
  name: string
  subject: Pick<Entitlement, "rule" | "stripe_price">
  evidence: Evidence
  retryAt: number | null
}

/** `name`: of the plan that the right is for, or the id of a price that no plan here has. */
function toEntitlement(
  ctx: Pick<Ctx, "locale">,
  { name, subject, evidence: { holds, reason, since, until }, retryAt }: EntitlementParts,
): Entitlement {
  const t = translator(ctx.locale, "billing")
  const date = (at: number | null) => (at === null ? "" : formatDate(at, ctx.locale, "date"))
  const isOverdue = reason === "past_due" && retryAt !== null
  const parts = [
    t(`evidence.${reason}`),
    since !== null && t("evidence.since", { date: date(since) }),
    until !== null && t("evidence.until", { date: date(until) }),
    isOverdue && t("evidence.retry", { date: date(retryAt) }),
  ].filter((part) => part !== false)
  return {
    ...subject,
    holds,
    reason,
    since,
    until,
    next_retry_at: isOverdue ? retryAt : null,
    sentence: `${t(holds ? "evidence.holds" : "evidence.lacks", { rule: name })} ${parts.join(", ")}.`,
  }
}
