import type { Plan } from "~/domain/billing/schema"
import { nextOf } from "../billing-paths"
import { monthsOf } from "../price-labels"

/** The plans of a page, at one interval of payment. */
export interface PlanChoice {
  /** The plans for sale: with a price. */
  plans: Plan[]
  /** All intervals of their prices, in months, the shortest first. */
  intervals: number[]
  chosen: number
  /** The page of this site to return to after a payment. */
  next: string | null
}

/** Returns the plans for sale at the interval that the address asks for (`?interval=12`), else at that of the present plan, else at the shortest. */
export function planChoiceOf(request: Request, all: readonly Plan[], present = 0): PlanChoice {
  const plans = all.filter(({ prices }) => prices.length > 0)
  const months = plans.flatMap(({ prices }) => prices.map(monthsOf))
  const intervals = [...new Set(months)].toSorted((a, b) => a - b)
  const asked = Number(new URL(request.url).searchParams.get("interval"))
  const chosen = [asked, present].find((one) => intervals.includes(one)) ?? intervals[0] ?? 1
  return { plans, intervals, chosen, next: nextOf(request) }
}
