import type { Money, Plan, Price } from "~/domain/billing/schema"
import { formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

type Interval = Pick<Price, "interval" | "interval_count">

export const monthsOf = ({ interval, interval_count }: Interval) => interval_count * (interval === "year" ? 12 : 1)

/** Returns the price of a plan that is paid every so many months; else the plan's first. */
export function priceFor({ prices }: Plan, months: number): Price | undefined {
  return prices.find((price) => monthsOf(price) === months) ?? prices[0]
}

/** Returns the whole months that this interval saves with every plan, compared with paying each month. */
export function savedMonths(plans: Plan[], months: number): number {
  const saved = plans.flatMap((plan) => {
    const monthly = plan.prices.find((price) => monthsOf(price) === 1)
    const longer = plan.prices.find((price) => monthsOf(price) === months)
    return monthly && longer ? [Math.floor((monthly.amount * months - longer.amount) / monthly.amount)] : []
  })
  return saved.length > 0 ? Math.max(0, Math.min(...saved)) : 0
}

const names: Record<number, "month" | "quarter" | "year"> = { 1: "month", 3: "quarter", 12: "year" }

/** Words for prices and intervals: "€29", "per month", "Monthly", "€29 per month, tax included". */
export function usePriceLabels() {
  const { t } = useTranslation("billing")
  const locale = useLocale()
  const amount = (money: Money) => formatPrice(money.amount, locale, money.currency)
  const per = (interval: Interval) =>
    t(`price.per.${names[monthsOf(interval)] ?? "months"}`, { months: monthsOf(interval) })
  return {
    amount,
    per,
    every: (months: number) => t(`price.every.${names[months] ?? "months"}`, { months }),
    /** Without the tax, which is said nearby. */
    short: (price: Price) => `${amount(price)} ${per(price)}`,
    full: (price: Price) => t("price.full", { amount: amount(price), per: per(price) }),
  }
}
