import type { ProvidedCustomer, ProvidedInvoice, ProvidedSubscription } from "~/domain/core/ports/payments"
import { PaymentError } from "~/domain/core/ports/payments"
import { addUp, type Try } from "../../../worker/adapters/stripe/objects"

const DAY = 24 * 60 * 60_000

/** Prices of the model: of a plan of ours, and of none. */
export const ourPrice = "price_a"
const foreignPrice = "price_foreign"

export interface ModelEvent {
  id: string
  type: string
  customer: string | null
  /** The payment of an event that names no customer. */
  charge: string | null
  happenedAt: number
}

/** A try to pay an invoice, as the provider lists it. */
interface Charge extends Try {
  id: string
  intent: string
  isPaid: boolean
}

/** A customer's objects at the provider, the latest first. */
interface State extends ProvidedCustomer {
  ref: string
  charges: Charge[]
}

const newState = (ref: string): State => ({
  ref,
  isDeleted: false,
  subscriptions: [],
  invoices: [],
  disputes: [],
  failedRefunds: [],
  charges: [],
  card: null,
  credit: null,
})

/** A customer of the payment provider: a history of states, of which the provider shows the present one alone. */
export class ModelCustomer {
  #steps = 0
  /** The present one, then those that were deleted before. */
  #states: [State, ...State[]]
  /** Reads that fail from now on. */
  failures = 0

  constructor(
    ref: string,
    readonly startedAt: number,
  ) {
    this.#states = [newState(ref)]
  }

  get ref(): string {
    return this.#states[0].ref
  }

  get isDeleted(): boolean {
    return this.#states[0].isDeleted
  }

  /** All that should be stored of the member. */
  get present(): Omit<ProvidedCustomer, "card" | "credit" | "isDeleted"> {
    const states = structuredClone(this.#states)
    return {
      subscriptions: states.flatMap(({ subscriptions }) => subscriptions),
      invoices: states.flatMap(({ invoices }) => invoices),
      disputes: states.flatMap(({ disputes }) => disputes),
      failedRefunds: states.flatMap(({ failedRefunds }) => failedRefunds),
    }
  }

  /** Models `PaymentProvider.readCustomer`; `delay` lets other work come in between. */
  async read(ref: string, delay: () => Promise<void>): Promise<ProvidedCustomer> {
    if (this.failures > 0) {
      this.failures -= 1
      throw new PaymentError("unavailable", "The provider is down")
    }
    const { charges, ...before } = structuredClone(this.#find(ref))
    await delay()
    // Invoices do not say what came back of them: their charges do.
    const returnedOf = addUp(charges)
    return { ...before, invoices: before.invoices.map((one) => ({ ...one, ...returnedOf(intentOf(one)) })) }
  }

  /** Models `PaymentProvider.readPayer`. */
  payerOf(charge: string): string | null {
    return this.#states.find(({ charges }) => charges.some(({ id }) => id === charge))?.ref ?? null
  }

  /** Begins a new customer in the place of the deleted one. */
  replace(): string {
    const ref = `${this.#states.at(-1)?.ref}_${this.#states.length}`
    this.#states.unshift(newState(ref))
    return ref
  }

  /** Moves on by one act of the member, the staff, the bank or the clock, and returns the events that it raises. */
  action(kind: Action): ModelEvent[] {
    const at = this.startedAt + ++this.#steps * DAY
    const [present] = this.#states
    const id = `${this.#states.at(-1)?.ref}_${this.#steps}`
    return change(present, kind, at, id).map((type, index) => {
      // Stripe's disputes and some refunds name their charge alone.
      const charge = /dispute|refund\./.test(type) ? (present.charges.find(({ isPaid }) => isPaid)?.id ?? null) : null
      const event = { id: `evt_${id}_${index}`, type, happenedAt: at + index }
      return { ...event, charge, customer: charge ? null : present.ref }
    })
  }

  #find(ref: string): State {
    const state = this.#states.find((one) => one.ref === ref)
    if (!state) throw new PaymentError("refused", `No such customer: ${ref}`)
    return state
  }
}

export const actions = [
  "buy",
  "try",
  "renew",
  "fail",
  "fail again",
  "recover",
  "cancel",
  "resume",
  "end",
  "change",
  "abandon",
  "refund",
  "refund fails",
  "dispute",
  "win",
  "lose",
  "delete",
  "dashboard",
  "foreign",
] as const
export type Action = (typeof actions)[number]

const isOver = ({ status }: ProvidedSubscription) => status === "canceled" || status === "incomplete_expired"
const intentOf = ({ ref }: ProvidedInvoice) => `pi_${ref}`

function change(present: State, kind: Action, at: number, id: string): string[] {
  if (present.isDeleted) return []
  const live = present.subscriptions.find((one) => !isOver(one))
  const open = present.invoices.find(({ status }) => status === "open")
  const set = (values: Partial<ProvidedSubscription>) => live && Object.assign(live, values)
  switch (kind) {
    case "buy":
    case "try":
    case "abandon":
    case "dashboard":
    case "foreign":
      if (live) return []
      present.subscriptions.unshift(subscriptionOf(id, kind, at))
      if (kind !== "try" && kind !== "abandon") bill(present, invoiceOf(id, at), "paid")
      return [
        "customer.subscription.created",
        "customer.subscription.updated",
        "invoice.paid",
        "checkout.session.completed",
      ]
    case "renew":
      if (!live) return []
      set({ status: "active", periodStartsAt: at, periodEndsAt: at + 30 * DAY, endsAt: null })
      bill(present, invoiceOf(id, at, live.ref), "paid")
      return ["invoice.paid", "customer.subscription.updated"]
    case "fail":
      if (!live) return []
      set({ status: "past_due", next: null })
      bill(present, { ...invoiceOf(id, at, live.ref), status: "open", paid: 0, due: 2_900, paidAt: null }, "failed")
      return ["invoice.payment_failed", "customer.subscription.updated"]
    case "fail again":
      if (!open) return []
      open.attempts += 1
      present.charges.unshift(chargeOf(open, `${id}_again`, false))
      return ["charge.failed", "invoice.payment_failed"]
    case "recover":
      if (!live || !open) return []
      set({ status: "active" })
      Object.assign(open, { status: "paid", paid: 2_900, due: 0, paidAt: at, attempts: open.attempts + 1 })
      present.charges.unshift(chargeOf(open, `${id}_paid`, true))
      return ["invoice.paid", "customer.subscription.updated"]
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
    case "delete":
      for (const one of present.subscriptions.filter((one) => !isOver(one)))
        Object.assign(one, { status: "canceled", endsAt: at, next: null })
      present.isDeleted = true
      return ["customer.subscription.deleted", "customer.deleted"]
    default:
      return returnMoney(present, kind, id)
  }
}

/** Acts on the latest payment. */
function returnMoney(
  present: State,
  kind: "refund" | "refund fails" | "dispute" | "win" | "lose",
  id: string,
): string[] {
  const charge = present.charges.find(({ isPaid }) => isPaid)
  const invoice = present.invoices.find((one) => intentOf(one) === charge?.intent)
  if (!charge || !invoice) return []
  const { ref, paid, currency } = invoice
  const dispute = present.disputes.find(({ invoice, state }) => invoice === ref && state === "open")
  switch (kind) {
    case "refund":
      if (invoice.refunded + invoice.disputed >= paid) return []
      charge.refunds.unshift({ amount: paid - invoice.refunded, status: "succeeded" })
      invoice.refunded = paid
      return ["charge.refunded", "refund.created"]
    case "refund fails": {
      const refund = charge.refunds.find(({ status }) => status === "succeeded")
      if (!refund) return []
      refund.status = "failed"
      invoice.refunded -= refund.amount
      present.failedRefunds.unshift({ ref: `re_${id}`, invoice: ref, amount: refund.amount, currency })
      return ["refund.failed"]
    }
    case "dispute":
      if (dispute || invoice.refunded > 0 || invoice.disputed > 0) return []
      charge.held = paid
      invoice.disputed = paid
      present.disputes.unshift({ ref: `dp_${id}`, invoice: ref, amount: paid, currency, state: "open", held: paid })
      return ["charge.dispute.created", "charge.dispute.funds_withdrawn"]
    case "win":
    case "lose":
      if (!dispute) return []
      if (kind === "lose") dispute.state = "lost"
      else {
        Object.assign(dispute, { state: "over", held: 0 })
        charge.held = 0
        invoice.disputed = 0
      }
      return ["charge.dispute.closed"]
  }
}

function bill(present: State, invoice: ProvidedInvoice, outcome: "paid" | "failed"): void {
  present.invoices.unshift(invoice)
  present.charges.unshift(chargeOf(invoice, invoice.ref, outcome === "paid"))
}

const chargeOf = (invoice: ProvidedInvoice, id: string, isPaid: boolean): Charge => ({
  id: `ch_${id}`,
  intent: intentOf(invoice),
  isPaid,
  refunds: [],
  held: 0,
})

type Begun = "buy" | "try" | "abandon" | "dashboard" | "foreign"

function subscriptionOf(id: string, kind: Begun, at: number): ProvidedSubscription {
  return {
    ref: `sub_${id}`,
    quantity: 1,
    createdAt: at,
    periodStartsAt: at,
    // A subscription made at the provider does not say its type here.
    type: kind === "dashboard" || kind === "foreign" ? null : "premium",
    price: kind === "foreign" ? foreignPrice : ourPrice,
    status: kind === "abandon" ? "incomplete" : kind === "try" ? "trialing" : "active",
    periodEndsAt: at + 30 * DAY,
    trialEndsAt: kind === "try" ? at + 7 * DAY : null,
    trial: null,
    endsAt: null,
    next: { amount: 2_900, currency: "eur" },
  }
}

function invoiceOf(id: string, at: number, subscription = `sub_${id}`): ProvidedInvoice {
  return {
    ref: `in_${id}`,
    subscription,
    price: ourPrice,
    number: `N-${id}`,
    status: "paid",
    currency: "eur",
    total: 2_900,
    tax: 483,
    paid: 2_900,
    refunded: 0,
    disputed: 0,
    due: 0,
    periodStartsAt: at,
    periodEndsAt: at + 30 * DAY,
    issuedAt: at,
    paidAt: at,
    nextRetryAt: null,
    attempts: 1,
  }
}
