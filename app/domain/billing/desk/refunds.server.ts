import { always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import { withPayments } from "../provider"
import { refundOnce } from "../returns/refunds.server"
import { grantPrefix } from "../sync/subscription-rows"
import { syncCustomer } from "../sync/sync.server"
import * as queries from "./member-queries.server"
import { confirmRequest, findRequest, type RequestRow } from "./request-queries.server"

/** The ids of acts in `billing_acts`: the same key is the same act. */
export const refundId = (invoice: string, key: string) => `refund ${invoice} ${key}`
export const grantRef = (userId: string, key: string) => `${grantPrefix}${userId}:${key}`

type Invoice = NonNullable<Awaited<ReturnType<typeof queries.findRefundable>>>

interface Refund {
  invoice: Invoice
  id: string
  /** Minor units. */
  amount: number
  reason: string
  key: string
  /** Who decided it. */
  staffId: string | null
  /** Maximum that may come back of the invoice in all, in minor units; null: a second person has confirmed it. */
  limit: number | null
}

/** Whether a request still waits for its second person. */
export const isPending = ({ state, expiresAt }: Pick<RequestRow, "state" | "expiresAt">, now: number) =>
  state === "pending" && expiresAt > now

/**
 * Refunds what is left of an invoice, in part or whole, one refund of a member at a time. `confirmed`: the request that
 * `by` confirms with it. Throws `billing.nothing_to_refund`, `conflict.changed`, and what `withPayments` does.
 */
export async function carryOutRefund(
  ctx: Ctx,
  { invoice, id, amount, reason, key, staffId, limit }: Refund,
  confirmed: { request: string; by: string } | null = null,
): Promise<void> {
  const { user_id: userId } = invoice
  const actionId = refundId(id, key)
  const providerKey = `staff ${id} ${key}`
  await withPayments(ctx, (payments) =>
    refundOnce(ctx, userId, actionId, async () => {
      // Read under the reservation: a request is not dropped while its refund is under way.
      const request = confirmed && (await findRequest(ctx.db, confirmed.request))
      if (request && !isPending(request, ctx.now())) throw new AppError("conflict.changed")
      const { left, done } = await payments.readRefundable(invoice.ref, providerKey)
      const before = invoice.paid - left - (done ?? 0)
      if (amount > left + (done ?? 0)) {
        // The provider knows of a refund or a dispute that we do not.
        await syncCustomer(ctx, payments, invoice.customer)
        throw new AppError("billing.nothing_to_refund")
      }
      if (limit !== null && before + amount > limit) {
        await syncCustomer(ctx, payments, invoice.customer)
        throw new AppError("conflict.changed")
      }
      if (done === null) await payments.refund(invoice.ref, amount, reason, providerKey)
      const act = { id: actionId, userId, staffId, kind: "refund" as const, subject: id, reason }
      const entry = { action: "billing.refund", target: { kind: "invoice", id }, reason } as const
      const recorded = queries.insertAction(ctx.db, { ...act, amount }, ctx.now())
      if (confirmed)
        await ctx.db.batch([
          recorded,
          confirmRequest(ctx.db, confirmed.request, confirmed.by, ctx.now()),
          auditEntry(ctx, { ...entry, details: { amount, request: confirmed.request, requestedBy: staffId } }),
        ])
      else await ctx.db.batch([recorded, auditEntry(ctx, { ...entry, details: { amount } }, always)])
      await syncCustomer(ctx, payments, invoice.customer)
    }),
  )
}
