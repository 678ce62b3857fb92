import type { Coupon } from "../catalog/coupons.ts"
import type { InvoiceLine } from "./lines.ts"

export type TaxBehavior = "inclusive" | "exclusive"

interface TotalsOptions {
  coupons: { discount: { id: string }; coupon: Coupon }[]
  /** Percent of value added tax; null if automatic tax is off. */
  taxPercent: number | null
  taxBehavior: TaxBehavior
}

/** Splits an amount into what is tax: `inclusive` amounts contain it, `exclusive` ones do not. */
function taxOf(amount: number, percent: number, behavior: TaxBehavior): number {
  const share = behavior === "inclusive" ? percent / (100 + percent) : percent / 100
  return Math.sign(amount) * Math.round(Math.abs(amount) * share)
}

/** Returns the lines with their discounts and taxes, and the totals of their invoice. */
export function totalLines(lines: InvoiceLine[], options: TotalsOptions) {
  const discounted = discountLines(lines, options.coupons)
  const taxed = discounted.map((line) => taxLine(line, options))
  const subtotal = sum(taxed.map(({ amount }) => amount))
  const discounts = options.coupons.map(({ discount }) => ({
    discount: discount.id,
    amount: sum(
      taxed.flatMap((line) =>
        (line.discount_amounts ?? []).filter((one) => one.discount === discount.id).map(({ amount }) => amount),
      ),
    ),
  }))
  const net = subtotal - sum(discounts.map(({ amount }) => amount))
  const taxes = taxed.flatMap((line) => line.taxes ?? [])
  const tax = sum(taxes.map(({ amount }) => amount))
  const isInclusive = options.taxBehavior === "inclusive"
  const total = isInclusive ? net : net + tax
  const taxOfSubtotal =
    options.taxPercent !== null && isInclusive ? taxOf(subtotal, options.taxPercent, "inclusive") : 0
  return {
    lines: taxed,
    subtotal,
    total,
    subtotal_excluding_tax: subtotal - taxOfSubtotal,
    total_excluding_tax: total - tax,
    total_discount_amounts: discounts.filter(({ amount }) => amount > 0),
    total_taxes:
      taxes.length === 0
        ? []
        : [{ ...taxes[0], ...totalTax(tax, sum(taxes.map((one) => one.taxable_amount ?? 0)), options.taxBehavior) }],
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

function totalTax(amount: number, taxable: number, behavior: TaxBehavior) {
  return {
    amount,
    tax_behavior: behavior,
    tax_rate_details: { tax_rate: "txr_1SimulatorStandardRate0" },
    taxability_reason: "standard_rated" as const,
    taxable_amount: taxable,
    type: "tax_rate_details" as const,
  }
}

function taxLine(line: InvoiceLine, { taxPercent, taxBehavior }: TotalsOptions): InvoiceLine {
  if (taxPercent === null) return line
  const net = line.amount - sum((line.discount_amounts ?? []).map(({ amount }) => amount))
  const tax = taxOf(net, taxPercent, taxBehavior)
  const taxable = taxBehavior === "inclusive" ? net - tax : net
  return { ...line, taxes: [totalTax(tax, taxable, taxBehavior)] }
}

/** Takes each coupon off the discountable lines, one after the other. */
function discountLines(lines: InvoiceLine[], coupons: TotalsOptions["coupons"]): InvoiceLine[] {
  let current = lines
  for (const { discount, coupon } of coupons) {
    let left = coupon.amount_off ?? Number.POSITIVE_INFINITY
    current = current.map((line) => {
      const before = line.discount_amounts ?? []
      const rest = line.amount - sum(before.map(({ amount }) => amount))
      if (!line.discountable || rest <= 0) return line
      const amount = Math.min(rest, coupon.percent_off === null ? left : Math.round((rest * coupon.percent_off) / 100))
      left -= amount
      const discounts = [...line.discounts, discount.id]
      return { ...line, discounts, discount_amounts: [...before, { amount, discount: discount.id }] }
    })
  }
  return current
}
