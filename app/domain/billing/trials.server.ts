import type { Ctx } from "../core/context"
import type { ProvidedSubscription } from "../core/ports/payments"
import { mailboxOf } from "../core/shared/mailbox"
import type { StoredCustomer } from "./queries.server"
import { claimTrial } from "./trial-queries.server"

/**
 * Returns a keyed hash of the person behind an address: the same for `Ada.L+salon@gmail.com` and `adal@gmail.com`,
 * useless without the deployment's key. Beside that of the card it is all that remains of a trial after the account is
 * erased.
 */
export function hashPerson(ctx: Pick<Ctx, "secrets">, email: string): Promise<string> {
  return ctx.secrets.digest(mailboxOf(email), "trial")
}

/**
 * Marks the trials that a customer began as used by their person and by their card, before the first copy that shows
 * them. Returns the subscriptions whose trial is a second one: of the same person, or with a card that had one.
 */
export async function findRepeatedTrials(
  ctx: Pick<Ctx, "db" | "now" | "secrets">,
  { email, subscriptions }: Pick<StoredCustomer, "email" | "subscriptions">,
  provided: ProvidedSubscription[],
): Promise<Set<string>> {
  const repeated = new Set<string>()
  const begun = provided.filter(({ ref }) => !subscriptions.some(({ stripeId }) => stripeId === ref))
  for (const { ref, trial } of begun.toReversed().toSorted((a, b) => a.createdAt - b.createdAt)) {
    if (!trial) continue
    const person = await hashPerson(ctx, email)
    const card = trial.fingerprint ? [await ctx.secrets.digest(trial.fingerprint, "trial card")] : []
    const holder = await ctx.secrets.digest(ref, "trial subscription")
    const isFirst = await claimTrial(ctx.db, { marks: [person, ...card], key: trial.key, holder }, ctx.now())
    if (!isFirst) repeated.add(ref)
  }
  return repeated
}
