import { emit, saveAndEmit } from "../events/events.ts"
import { listEndpoint } from "../http/endpoint.ts"
import { text } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"
import type { Charge } from "./charges.ts"

type Dispute = Resources["dispute"]
type Status = Dispute["status"]

const daysToRespond = 20

/** Statuses in which the bank asks, but does not hold the money. */
const isInquiry = (status: Status) => status.startsWith("warning_")

/** Lets a cardholder dispute a charge: the bank takes the money, unless it only asks. */
export function openDispute(sim: Simulator, charge: Charge, status: Status = "needs_response"): Dispute {
  const dispute = sim.store.insert(disputeObject(sim, charge, status))
  saveAndEmit(sim, "charge.updated", charge, { ...charge, disputed: true })
  emit(sim, "charge.dispute.created", dispute)
  if (!isInquiry(status)) emit(sim, "charge.dispute.funds_withdrawn", dispute)
  return dispute
}

/** Changes a dispute's status: `won` returns the money. */
export function decideDispute(sim: Simulator, dispute: Dispute, status: Status): Dispute {
  const isOver = status === "won" || status === "lost" || status === "warning_closed"
  const decided = saveAndEmit(sim, isOver ? "charge.dispute.closed" : "charge.dispute.updated", dispute, {
    ...dispute,
    status,
  })
  if (status === "won") emit(sim, "charge.dispute.funds_reinstated", decided)
  return decided
}

/** Whether a bank holds a charge's money, or took it. */
export function isDisputed(sim: Simulator, chargeId: string): boolean {
  return sim.store
    .listWhere("dispute", "charge", chargeId)
    .some(({ status }) => status !== "won" && status !== "prevented" && !isInquiry(status))
}

function disputeObject(sim: Simulator, charge: Charge, status: Status): Dispute {
  return {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount_captured - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: sim.clock.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {} as Dispute["evidence"],
    evidence_details: {
      due_by: sim.clock.now() + daysToRespond * 24 * 3600,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry(status),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status,
  }
}

export const disputeEndpoints = [
  listEndpoint("/v1/disputes", "dispute", {
    charge: { path: "charge", schema: text },
    payment_intent: { path: "payment_intent", schema: text },
  }),
]
