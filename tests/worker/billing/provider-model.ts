import type { ProvidedCustomer, ProvidedSubscription } from "~/domain/ports/payments"
import { PaymentError } from "~/domain/ports/payments"

const DAY = 24 * 60 * 60_000

export interface ModelEvent {
  id: string
  type: string
  happenedAt: number
}

/** A customer of the payment provider: a history of states, of which the provider shows the present one alone. */
export class ModelCustomer {
  #steps = 0
  #present: ProvidedCustomer = { isDeleted: false, subscriptions: [], invoices: [], card: null, credit: null }
  /** Reads that fail from now on. */
  failures = 0

  constructor(
    readonly ref: string,
    readonly startedAt: number,
  ) {}

  get present(): ProvidedCustomer {
    return structuredClone(this.#present)
  }

  /** What `PaymentProvider.readCustomer` does; `delay` lets other work come in between. */
  async read(delay: () => Promise<void>): Promise<ProvidedCustomer> {
    if (this.failures > 0) {
      this.failures -= 1
      throw new PaymentError("unavailable", "The provider is down")
    }
    const before = this.present
    await delay()
    return before
  }

  /** Moves on by one act of the member, the staff or the clock, and returns the events that it raises. */
  act(kind: Act): ModelEvent[] {
    const at = this.startedAt + ++this.#steps * DAY
    const present = this.#present
    const live = present.subscriptions.find(({ status }) => !["canceled", "incomplete_expired"].includes(status))
    const types = change(present, live, kind, at, `${this.ref}_${this.#steps}`)
    return types.map((type, index) => ({ id: `evt_${this.ref}_${this.#steps}_${index}`, type, happenedAt: at + index }))
  }
}

export const acts = [
  "buy",
  "try",
  "renew",
  "fail",
  "recover",
  "cancel",
  "resume",
  "end",
  "refund",
  "change",
  "abandon",
] as const
export type Act = (typeof acts)[number]

function change(
  present: ProvidedCustomer,
  live: ProvidedSubscription | undefined,
  kind: Act,
  at: number,
  id: string,
): string[] {
  const set = (values: Partial<ProvidedSubscription>) => live && Object.assign(live, values)
  switch (kind) {
    case "buy":
    case "try":
    case "abandon":
      if (live) return []
      present.subscriptions.unshift(subscriptionOf(id, kind, at))
      if (kind === "buy") present.invoices.unshift(invoiceOf(id, at))
      return [
        "customer.subscription.created",
        "customer.subscription.updated",
        "invoice.paid",
        "checkout.session.completed",
      ]
    case "renew":
    case "recover":
      if (!live) return []
      set({ status: "active", periodStartsAt: at, periodEndsAt: at + 30 * DAY, endsAt: null })
      present.invoices.unshift(invoiceOf(id, at, live.ref))
      return ["invoice.paid", "customer.subscription.updated"]
    case "fail":
      if (!live) return []
      set({ status: "past_due", next: null })
      present.invoices.unshift({ ...invoiceOf(id, at, live.ref), status: "open", paid: 0, due: 2_900, paidAt: null })
      return ["invoice.payment_failed", "customer.subscription.updated"]
    case "cancel":
      set({ endsAt: live?.periodEndsAt ?? null, next: null })
      return ["customer.subscription.updated"]
    case "resume":
      set({ endsAt: null })
      return ["customer.subscription.updated"]
    case "end":
      set({ status: live?.status === "incomplete" ? "incomplete_expired" : "canceled", endsAt: at, next: null })
      return ["customer.subscription.deleted"]
    case "change":
      set({ price: `price_${id}` })
      return ["customer.subscription.updated"]
    case "refund": {
      const paid = present.invoices.find(({ paid, refunded }) => refunded < paid)
      if (paid) paid.refunded = paid.paid
      return ["charge.refunded"]
    }
  }
}

function subscriptionOf(id: string, kind: "buy" | "try" | "abandon", at: number): ProvidedSubscription {
  return {
    ...{ ref: `sub_${id}`, type: "premium", price: "price_a", quantity: 1, createdAt: at, periodStartsAt: at },
    status: kind === "buy" ? "active" : kind === "try" ? "trialing" : "incomplete",
    periodEndsAt: at + 30 * DAY,
    trialEndsAt: kind === "try" ? at + 7 * DAY : null,
    ...{ endsAt: null, next: { amount: 2_900, currency: "eur" } },
  }
}

function invoiceOf(id: string, at: number, subscription = `sub_${id}`) {
  return {
    ...{ ref: `in_${id}`, subscription, price: "price_a", number: `N-${id}`, status: "paid" as const, currency: "eur" },
    ...{ total: 2_900, tax: 483, paid: 2_900, refunded: 0, due: 0, periodStartsAt: at, periodEndsAt: at + 30 * DAY },
    ...{ issuedAt: at, paidAt: at, nextRetryAt: null, attempts: 1 },
  }
}
