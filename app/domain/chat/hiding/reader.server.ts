import { belongsToStaff, isSignedIn } from "../../core/actor/actor"
import type { Ctx } from "../../core/context"
import { mailboxOf } from "../../core/shared/mailbox"

/** Who reads public content, as far as profiles are hidden from them (trust-safety R18, R41). */
export interface Reader {
  /** Null: a visitor. */
  userId: string | null
  /** The profile that they own, which is never hidden from them. */
  ownProfileId: string | null
  /** Keyed hash of the member's mailbox (`hashMailbox`); null for visitors and staff. */
  mailbox: string | null
  /** Code of the country that they read from; null for staff, and for a cached page that is the same in every country. */
  country: string | null
}

/** Returns the keyed hash by which a member is recognised as one from whom a profile is hidden. */
export function hashMailbox(ctx: Pick<Ctx, "secrets">, email: string): Promise<string> {
  return ctx.secrets.digest(mailboxOf(email), "hidden-address")
}

/** Returns the actor as a reader: nothing is hidden from staff but by a block. */
export async function readerOf(ctx: Pick<Ctx, "actor" | "secrets" | "hidingCountry">): Promise<Reader> {
  const { actor, hidingCountry: country } = ctx
  if (!isSignedIn(actor)) return { userId: null, ownProfileId: null, mailbox: null, country }
  const { id: userId, workshop, email } = actor.user
  const ownProfileId = workshop?.id ?? null
  if (belongsToStaff(actor)) return { userId, ownProfileId, mailbox: null, country: null }
  return { userId, ownProfileId, mailbox: await hashMailbox(ctx, email), country }
}
