import type { Billing, CurrentPlan } from "~/domain/billing/schema"

/** Returns the member's plan, unless its first payment was never made: then they can still buy one. */
export function currentPlan({ plan }: Billing): CurrentPlan | null {
  return plan?.status === "incomplete" ? null : plan
}

/** Whether the plan opens what it promises: a trial does too. */
export const grantsAccess = (plan: CurrentPlan | null): plan is CurrentPlan =>
  plan?.status === "active" || plan?.status === "trialing"
