import type { Ctx } from "../../core/context"
import { PaymentError } from "../../core/ports/payments"
import { releaseRefund, reserveRefund } from "../queries.server"

/** The longest time (ms) that a refund may take: a Worker that dies leaves its reservation behind. */
const max = 60_000

/**
 * Runs one refund of a member at a time, so that what it read to be left is left: staff and a withdrawal would take the
 * same money. `key`: a repeated call of the same refund may run beside the first, since the provider acts once for it.
 * Throws PaymentError `unavailable` while another one runs.
 */
export async function refundOnce<Result>(
  ctx: Ctx,
  userId: string,
  key: string,
  refund: () => Promise<Result>,
): Promise<Result> {
  if (!(await reserveRefund(ctx.db, { userId, key, now: ctx.now(), duration: max })))
    throw new PaymentError("unavailable", "Another refund of the member is under way")
  try {
    return await refund()
  } finally {
    await releaseRefund(ctx.db, userId, key)
  }
}
