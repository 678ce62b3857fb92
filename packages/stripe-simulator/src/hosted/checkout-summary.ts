import { couponOf } from "../catalog/discounts.ts"
import { productName } from "../catalog/prices.ts"
import { type CheckoutSession, hasTrial, orderOf, type SessionPlan } from "../checkout/sessions.ts"
import { dueToday, totalsOf } from "../checkout/totals.ts"
import type { Simulator } from "../simulator.ts"
import { type Html, html } from "./html.ts"
import { formatDate, formatInterval, formatMoney } from "./money.ts"
import { type Language, translator } from "./texts.ts"

const secondsPerDay = 24 * 3600

/** Shows what is bought, the discount, the tax, what is due today and what is due after a trial. */
export function orderSummary(sim: Simulator, session: CheckoutSession, plan: SessionPlan, language: Language): Html {
  const t = translator(language)
  const money = (amount: number) => formatMoney(language, amount, session.currency ?? "eur")
  const order = orderOf(session, plan)
  const full = totalsOf(sim, order)
  const today = dueToday(sim, order, hasTrial(plan))
  const [first] = plan.items
  const trialEnd = plan.trialDays === null ? plan.trialEnd : sim.clock.now() + plan.trialDays * secondsPerDay
  const date = trialEnd === null ? "" : formatDate(language, trialEnd)
  const discountNames = plan.redemptions.map((one) => couponOf(sim, one).name ?? "").join(", ")
  const isOnce = plan.redemptions.some((one) => couponOf(sim, one).duration === "once")
  const undiscounted = totalsOf(sim, { ...order, redemptions: [] }).total
  const isInclusive = first?.price.tax_behavior !== "exclusive"
  const percent = sim.settings.taxPercent
  return html`<section aria-labelledby="order"><h2 id="order">${t("order")}</h2><dl>
${plan.items.map(
  ({ price, quantity }) =>
    html`<dt>${productName(sim, price)}${quantity > 1 && html`, ${t("quantity", { quantity })}`}</dt><dd>${formatInterval(language, (price.unit_amount ?? 0) * quantity, price)}</dd>`,
)}
${full.discount > 0 && html`<dt>${t("discount", { name: discountNames })}</dt><dd>−${money(full.discount)}</dd>`}
${order.hasTax && html`<dt>${t(isInclusive ? "taxIncluded" : "tax", { percent })}</dt><dd>${money(full.tax)}</dd>`}
<dt class="total">${t("dueToday")}</dt><dd class="total">${money(today.total)}</dd></dl>
${first && trialEnd !== null && html`<p>${t("freeTrial", { date })}. ${t(isOnce ? "thenPriceOnce" : "thenPrice", { date, first: money(full.total), price: formatInterval(language, isOnce ? undiscounted : full.total, first.price) })}.</p>`}
</section>`
}
