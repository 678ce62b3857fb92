import { DAY } from "~/lib/time"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import * as queries from "./returned-queries.server"
import type { AddressReturn, ReturnedMail, Template } from "./schema"

/** Mails whose reader asked for them just now, and proves the address by what they say: they are sent in any case. */
const provingTemplates: readonly Template[] = ["join", "reset", "email-from", "email-to", "captcha-code", "factor-code"]

/** How long a return counts; providers forget theirs sooner. */
const lifetime = 365 * DAY

/** Records that mails to an address come back, or that its reader wants none; again: the latest report. */
export async function recordReturn(
  { db, now }: Pick<Ctx, "db" | "now">,
  { address, reason }: ReturnedMail,
): Promise<void> {
  await queries.upsertReturn(db, { address: address.toLowerCase(), reason, createdAt: now() })
}

/** Returns whether a mail is not sent, since those to its recipient come back; checked when it is composed. */
export async function isReturned(
  { db }: Pick<Ctx, "db">,
  { recipient, template }: { recipient: string; template: Template },
): Promise<boolean> {
  return !provingTemplates.includes(template) && (await queries.findReturn(db, recipient)) !== null
}

/** Returns why mails to an address are not sent; null if they are. */
export async function findReturn({ db }: Pick<Ctx, "db">, address: string): Promise<AddressReturn | null> {
  const found = await queries.findReturn(db, address)
  return found && { reason: found.reason, at: found.createdAt }
}

/** Sends mails to the actor's address again, which they say receives them; another bounce ends it. Throws `rate.limited`. */
export async function confirmAddress(ctx: Ctx): Promise<void> {
  const { id, email } = requireUser(ctx)
  await ctx.limit("account.email.works", id)
  await queries.deleteReturn(ctx.db, email)
}

/** Deletes returns of long ago, nightly. Returns how many. */
export async function sweepReturns({ db, now }: Pick<Ctx, "db" | "now">) {
  return queries.deleteReturnsBefore(db, now() - lifetime)
}
