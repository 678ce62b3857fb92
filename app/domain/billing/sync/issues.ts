import type { ProvidedCustomer } from "../../core/ports/payments"
import { isLive, type SubscriptionState } from "./subscription-rows"

/** A billing issue as it is stored, without its id, owner and times of writing. */
export interface IssueState {
  kind: "dispute" | "failed_refund" | "failed_withdrawal" | "unknown_price" | "two_subscriptions" | "unknown_customer"
  /** The provider's id of what it is about; of a withdrawal, our own. */
  subject: string
  stripeInvoice: string | null
  amount: number | null
  currency: string | null
  status: string
  state: "open" | "settled"
}

const nothing = { stripeInvoice: null, amount: null, currency: null, state: "open" } as const

/**
 * Returns what finance must look at of a customer: disputes, refunds that came back, subscriptions that were made at the
 * provider to a price of no plan (they open nothing), and a second plan beside another. `types`: of our prices.
 */
export function findIssues(
  ref: string,
  { subscriptions, disputes, failedRefunds }: Pick<ProvidedCustomer, "subscriptions" | "disputes" | "failedRefunds">,
  rows: SubscriptionState[],
  types: ReadonlyMap<string, string>,
): IssueState[] {
  const live = rows.filter(isLive)
  const isUnknown = (stripeId: string) =>
    subscriptions.some(({ ref, type, price }) => ref === stripeId && type === null && !types.has(price ?? ""))
  return [
    ...disputes.map(
      ({ ref: subject, invoice, amount, currency, state }): IssueState => ({
        kind: "dispute",
        subject,
        stripeInvoice: invoice,
        amount,
        currency,
        status: state,
        state: state === "over" ? "settled" : "open",
      }),
    ),
    ...failedRefunds.map(
      ({ ref: subject, invoice, amount, currency }): IssueState => ({
        kind: "failed_refund",
        subject,
        stripeInvoice: invoice,
        amount,
        currency,
        status: "failed",
        state: "open",
      }),
    ),
    ...live
      .filter(({ stripeId }) => isUnknown(stripeId))
      .map(({ stripeId }): IssueState => ({ ...nothing, kind: "unknown_price", subject: stripeId, status: "live" })),
    ...(live.length > 1
      ? [{ ...nothing, kind: "two_subscriptions", subject: ref, status: String(live.length) } satisfies IssueState]
      : []),
  ]
}

/** Whether finance has not seen an issue, or not as it is now. */
export function isNews(issue: IssueState, stored: readonly IssueState[]): boolean {
  const old = stored.find(({ kind, subject }) => kind === issue.kind && subject === issue.subject)
  // A dispute that was over before we heard of it.
  if (!old) return issue.state === "open"
  return old.status !== issue.status || old.amount !== issue.amount || old.stripeInvoice !== issue.stripeInvoice
}
