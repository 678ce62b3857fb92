import { read } from "~/db/client.server"
import { equalsInConstantTime, sha256 } from "~/lib/crypto.server"
import { DAY } from "~/lib/time"
import type { LinkedJoinForm } from "../../accounts/schema"
import { openSession } from "../../accounts/sessions/session.server"
import { prepareConfirmedAccount } from "../../accounts/sign-up/join.server"
import { existsUser } from "../../accounts/sign-up/queries.server"
import type { Ctx } from "../../core/context"
import { draftProfile } from "../../profiles/editing/draft-profile.server"
import * as joinQueries from "./join-queries.server"
import { linkAddressHash } from "./links.server"
import { initialTexts } from "./policy"
import * as queries from "./queries.server"

/**
 * How long a mail's link proves its address, ms: shorter than it shows the application, since whoever has it can open an
 * account in its reader's name.
 */
export const proofLifetime = 14 * DAY

/** Proof by the private link of an accepted, unclaimed application: the address that it was mailed to. */
export interface ProvenApplicant {
  applicationId: string
  email: string
  /** As they gave it in the application. */
  name: string
  /** The address has an account. */
  isMember: boolean
}

/**
 * Returns whose address a link proves; null if it does not or no longer: an application that is not accepted or has an
 * account, a link older than `proofLifetime`, or one that was mailed to another address than the application has now.
 */
export async function findProvenApplicant(
  ctx: Pick<Ctx, "db" | "now">,
  token: string,
): Promise<ProvenApplicant | null> {
  const [[row]] = await read(ctx.db, joinQueries.selectLinkedApplicant(sha256(token), since(ctx)))
  if (!row || !equalsInConstantTime(row.address_hash, linkAddressHash(token, row.email))) return null
  return { applicationId: row.id, email: row.email, name: row.first_name, isMember: row.is_member === 1 }
}

const since = (ctx: Pick<Ctx, "now">) => ctx.now() - proofLifetime

/**
 * Creates the confirmed account of an accepted applicant, by the private link that was mailed to its address, with the
 * draft profile of the application, and logs it in; returns the session's token. Null if the link does not prove an
 * address without an account (`findProvenApplicant`), also if that changed meanwhile: of two tabs, one wins. Throws
 * what `join` does.
 */
export async function joinLinked(ctx: Ctx, token: string, form: LinkedJoinForm): Promise<string | null> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const applicant = await findProvenApplicant(ctx, token)
  if (!applicant || applicant.isMember) return null
  const { applicationId, email } = applicant
  const application = await queries.findApplication(ctx.db, applicationId)
  if (!application) return null
  const isStillProven = joinQueries.isLinkedApplicant(sha256(token), linkAddressHash(token, email), email, since(ctx))
  const account = await prepareConfirmedAccount(ctx, { ...form, email }, isStillProven)
  const isClaimed = queries.isClaimedBy(applicationId, account.id)
  const profile = draftProfile(ctx, account.id, initialTexts(application), isClaimed)
  const [created] = await ctx.db.batch([
    ...account.statements,
    queries.claimApplication(ctx.db, {
      id: applicationId,
      userId: account.id,
      now: ctx.now(),
      when: existsUser(account.id),
    }),
    ...profile.statements,
  ])
  if (created.meta.changes === 0) return null
  ctx.enqueueJob({ kind: "application_pictures", applicationId, profileId: profile.id })
  // With the mail about a new device: a link that was forwarded opens no account silently.
  return openSession(ctx, account.id, "web")
}
