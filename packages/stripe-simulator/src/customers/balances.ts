import { saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail } from "../http/endpoint.ts"
import { clearable, integer, metadata, shape, text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Resources } from "../store/stored.ts"

type BalanceTransaction = Resources["customer_balance_transaction"]

interface Adjustment {
  /** In cents; negative amounts are credit for later invoices. */
  amount: number
  currency: string
  type: BalanceTransaction["type"]
  invoice?: string
  description?: string | null
  metadata?: Record<string, string>
}

/** Changes the balance of a customer and records why. */
export function adjustBalance(sim: Simulator, customerId: string, adjustment: Adjustment): BalanceTransaction {
  const customer = sim.store.get("customer", customerId)
  const balance = customer.balance + adjustment.amount
  saveAndEmit(sim, "customer.updated", customer, { ...customer, balance, currency: adjustment.currency })
  return sim.store.insert(balanceTransactionObject(sim, customerId, balance, adjustment))
}

function balanceTransactionObject(
  sim: Simulator,
  customer: string,
  endingBalance: number,
  { amount, currency, type, invoice = "", description = null, metadata: given = {} }: Adjustment,
): BalanceTransaction {
  return {
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    amount,
    checkout_session: null,
    created: sim.clock.now(),
    credit_note: null,
    currency,
    customer,
    customer_account: null,
    description,
    ending_balance: endingBalance,
    invoice: invoice || null,
    livemode: false,
    metadata: given,
    type,
  }
}

const path = "/v1/customers/:id/balance_transactions"
const createSchema = shape({ amount: integer, currency: text }, { description: clearable(text), metadata })

export const balanceEndpoints = [
  endpoint("POST", path, createSchema, (sim, { params, id }) => {
    const customer = findOrFail(sim, "customer", id)
    const given = mergeMetadata({}, params.metadata)
    return adjustBalance(sim, customer.id, { ...params, metadata: given, type: "adjustment" })
  }),
]
