import { isLive, isProvided, type SubscriptionState } from "./subscription-rows"

/** News of a plan for a member, by the notification's subject. */
export interface PlanNews {
  subject: string
  state: "started" | "cancelled" | "resumed" | "ended" | "payment_failed" | "recovered" | "refunded" | "trial_refused"
  /** The invoice's number of a refund. */
  reference: string | null
}

interface InvoiceState {
  stripeInvoice: string
  number: string
  refunded: number
}

/**
 * Compares a customer's rows before and after a copy: what the member must hear of. `repeated`: new subscriptions whose
 * trial was ended, as the person or the card had one before.
 */
export function findPlanNews(
  before: { subscriptions: SubscriptionState[]; invoices: InvoiceState[] },
  after: { subscriptions: SubscriptionState[]; invoices: InvoiceState[] },
  repeated: ReadonlySet<string> = new Set(),
): PlanNews[] {
  const subscriptions = after.subscriptions
    .filter(({ stripeId }) => isProvided(stripeId))
    .flatMap((row) => {
      const old = before.subscriptions.find(({ stripeId }) => stripeId === row.stripeId)
      const isRefused = !old && row.stripeStatus === "canceled" && repeated.has(row.stripeId)
      const state = isRefused ? "trial_refused" : newsOf(old, row)
      return state ? [{ subject: `plan:${row.stripeId}`, state, reference: null }] : []
    })
  const refunds = after.invoices
    .filter(({ stripeInvoice, refunded }) => {
      const old = before.invoices.find((one) => one.stripeInvoice === stripeInvoice)
      return old !== undefined && refunded > old.refunded
    })
    .map(({ stripeInvoice, number }) => ({
      subject: `invoice:${stripeInvoice}`,
      state: "refunded" as const,
      reference: number,
    }))
  return [...subscriptions, ...refunds]
}

const grantsAccess = (row: SubscriptionState) => row.stripeStatus === "active" || row.stripeStatus === "trialing"
const isFailing = (row: SubscriptionState) => row.stripeStatus === "past_due" || row.stripeStatus === "unpaid"

function newsOf(old: SubscriptionState | undefined, row: SubscriptionState): PlanNews["state"] | null {
  if (!old || !isLive(old)) return grantsAccess(row) ? "started" : null
  if (!isLive(row)) return "ended"
  if (isFailing(row)) return isFailing(old) ? null : "payment_failed"
  if (isFailing(old)) return "recovered"
  if (old.endsAt === null && row.endsAt !== null) return "cancelled"
  if (old.endsAt !== null && row.endsAt === null) return "resumed"
  return null
}
