import type { Price } from "../catalog/prices.ts"
import { type Language, type TextKey, translator } from "./texts.ts"

/** Formats an amount of cents: `€9.90`. */
export function formatMoney(language: Language, amount: number, currency: string): string {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount / 100)
}

export function formatDate(language: Language, time: number): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(time * 1000)
}

/** Formats an amount with the interval of a price: `€9.90 per month`. */
export function formatInterval(language: Language, amount: number, { currency, recurring }: Price): string {
  const shown = formatMoney(language, amount, currency)
  if (!recurring) return shown
  const { interval, interval_count: count } = recurring
  const key = `every_${interval}${count === 1 ? "" : "s"}` as TextKey
  return translator(language)(key, { amount: shown, count })
}
