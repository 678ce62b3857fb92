import { batch } from "~/db/statements/batch"
import { requireRecentProof, requireSession, requiresSecondFactor } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import type { PasskeyOptions, PasskeyResponse, RelyingParty } from "~/domain/core/ports/cryptography/webauthn"
import { createMail } from "~/domain/mail/outbox.server"
import { AppError } from "~/lib/errors"
import { checkEnrolmentCode, createEnrolmentMail, takeEnrolmentCode } from "../first-factor/enrolment.server"
import type { PasskeyEnrolment } from "../schema"
import { openSession, renewToken } from "../sessions/session.server"
import { findSignIn, issueChallenge, storePasskeyChallenge, takeChallenge } from "./challenges.server"
import * as queries from "./queries.server"
import { relyingPartyId } from "./relying-party"
import { elevateSession, endWeakSessions, findSecondFactor, newRecoveryCodes } from "./second-factor.server"

/** Maximum number of passkeys per account. */
const passkeyLimit = 20

/** Returns the WebAuthn relying party of the domain of `ctx.locale`. */
export function relyingParty({ site, locale }: Pick<Ctx, "site" | "locale">): RelyingParty {
  const hostOf = (origin: string) => new URL(origin).hostname
  const id = relyingPartyId(hostOf(site.origin(locale)), site.origins.map(hostOf))
  return { id, name: site.name, origins: site.origins }
}

/** WebAuthn options, and the challenge token that goes back with the response. */
export interface PasskeyQuestion {
  challenge: string
  options: PasskeyOptions
}

/** Finds a user's passkeys that work on this domain. */
function findUsable(ctx: Ctx, userId: string) {
  return queries.findPasskeys(ctx.db, userId, relyingParty(ctx).id)
}

/** Creates registration options for a new passkey of the actor. Throws `auth.passkeys_too_many`. */
export async function askToEnrolPasskey(ctx: Ctx): Promise<PasskeyQuestion> {
  const { user } = requireRecentProof(ctx)
  const { passkeys: existing } = await findSecondFactor(ctx, user.id)
  if (existing.length >= passkeyLimit) throw new AppError("auth.passkeys_too_many")
  const options = await ctx.webAuthn.registrationOptions({
    party: relyingParty(ctx),
    user,
    existing: await findUsable(ctx, user.id),
  })
  const question = { userId: user.id, challenge: options.challenge }
  return { challenge: await issueChallenge(ctx, "passkey-enrol", question), options }
}

/**
 * Stores a new passkey of the actor; returns recovery codes if none are left. Ends sessions without a second factor if
 * `end_weak_sessions` is set. Throws `auth.challenge_expired`, `auth.passkey_refused` and `auth.passkeys_too_many`.
 */
export async function enrolPasskey(
  ctx: Ctx,
  { challenge: token, name, passkey: response, end_weak_sessions, ...codes }: PasskeyEnrolment,
): Promise<{ id: string; recovery_codes: string[] | null }> {
  const actor = requireRecentProof(ctx)
  const { user } = actor
  await checkEnrolmentCode(ctx, actor, codes)
  const issued = await takeChallenge(ctx, "passkey-enrol", token)
  if (!issued?.challenge || issued.userId !== user.id) throw new AppError("auth.challenge_expired")
  const party = relyingParty(ctx)
  const registered = await unwrapOrRefuse(
    ctx.webAuthn.verifyRegistration({ party, challenge: issued.challenge, response }),
  )

  const { db } = ctx
  if (await queries.isPasskeyKnown(db, registered.id)) throw new AppError("auth.passkey_refused")
  await takeEnrolmentCode(ctx, actor, codes)
  const now = ctx.now()
  const { recovery_codes_left } = await findSecondFactor(ctx, user.id)
  const passkey = {
    id: registered.id,
    userId: user.id,
    publicKey: registered.publicKey,
    rpId: party.id,
    counter: registered.counter,
    transports: JSON.stringify(registered.transports),
    name,
    createdAt: now,
    updatedAt: now,
  }
  // Concurrent requests may register the passkey, or fill the account, after the checks: then nothing is written.
  const when = queries.isPasskeyAddable(passkey, passkeyLimit)
  const fresh = recovery_codes_left === 0 ? newRecoveryCodes(ctx, user.id, when) : null
  const mail = createEnrolmentMail(ctx, actor, "passkey", when)
  const { added } = await batch(db, {
    elevated: elevateSession(ctx, actor, when),
    mailed: mail.insert,
    codes: fresh?.replace ?? [],
    added: queries.insertPasskey(db, passkey, when),
  })
  if (added.meta.changes === 0) {
    const isKnown = await queries.isPasskeyKnown(db, passkey.id)
    throw new AppError(isKnown ? "auth.passkey_refused" : "auth.passkeys_too_many")
  }
  mail.enqueue()
  await renewToken(ctx, actor)
  if (end_weak_sessions) await endWeakSessions(ctx, actor)
  return { id: registered.id, recovery_codes: fresh?.codes ?? null }
}

/**
 * Deletes one of the actor's passkeys. Throws `request.not_found`, and `auth.second_factor_last` for staff without
 * another factor.
 */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  const { user } = requireRecentProof(ctx)
  const { db } = ctx
  const factors = await findSecondFactor(ctx, user.id)
  if (!factors.passkeys.some((passkey) => passkey.id === id)) throw new AppError("request.not_found")
  const mustStayEnrolled = requiresSecondFactor(ctx, user)
  if (mustStayEnrolled && factors.app_since === null && factors.passkeys.length === 1)
    throw new AppError("auth.second_factor_last")
  const removable = queries.isRemovablePasskey(db, user.id, id, mustStayEnrolled)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "passkey-removed",
    when: queries.existsPasskey(removable),
  })
  const [, removed] = await db.batch([
    mail.insert,
    queries.deletePasskey(db, removable),
    ...queries.clearSecondFactorState(db, user.id, ctx.now()),
  ])
  if (removed.meta.changes === 0) throw new AppError("conflict.changed")
  mail.enqueue()
}

/** Creates authentication options for a sign-in by any discoverable passkey. Throws `rate.limited`. */
export async function askToSignIn(ctx: Ctx): Promise<PasskeyQuestion> {
  await ctx.limit("auth.passkey.address", ctx.client.address)
  const options = await ctx.webAuthn.authenticationOptions({ party: relyingParty(ctx) })
  const question = { userId: null, challenge: options.challenge }
  return { challenge: await issueChallenge(ctx, "passkey-sign-in", question), options }
}

/**
 * Signs in by a passkey and returns the session's token. A passkey with user verification counts as both factors.
 * Throws `auth.challenge_expired`, `auth.passkey_unknown`, `auth.passkey_refused` and `rate.limited`.
 */
export async function signInByPasskey(
  ctx: Ctx,
  { challenge: token, passkey: response }: { challenge: string; passkey: PasskeyResponse },
  kind: "web" | "api",
): Promise<string> {
  await ctx.limit("auth.passkey.address", ctx.client.address)
  const issued = await takeChallenge(ctx, "passkey-sign-in", token)
  if (!issued?.challenge) throw new AppError("auth.challenge_expired")
  const userId = await checkPasskey(ctx, issued.challenge, response)
  return openSession(ctx, userId, kind, { isStrong: true })
}

/** Creates passkey options for the second step of a sign-in. Throws `auth.challenge_expired`. */
export async function askAtSignIn(ctx: Ctx, token: string): Promise<PasskeyOptions> {
  const waiting = await findSignIn(ctx, token)
  if (!waiting) throw new AppError("auth.challenge_expired")
  const options = await ctx.webAuthn.authenticationOptions({
    party: relyingParty(ctx),
    passkeys: await findUsable(ctx, waiting.userId),
  })
  await storePasskeyChallenge(ctx, token, options.challenge)
  return options
}

/** Creates options to re-authenticate with one of the actor's passkeys. */
export async function askToConfirm(ctx: Ctx): Promise<PasskeyQuestion> {
  const { user } = requireSession(ctx)
  const options = await ctx.webAuthn.authenticationOptions({
    party: relyingParty(ctx),
    passkeys: await findUsable(ctx, user.id),
  })
  const question = { userId: user.id, challenge: options.challenge }
  return { challenge: await issueChallenge(ctx, "passkey-confirm", question), options }
}

/**
 * Verifies a passkey's assertion, records its use and returns its owner's id, which must be `owner` if given. Throws
 * `auth.passkey_unknown` (also for another user's passkey) and `auth.passkey_refused`.
 */
export async function checkPasskey(
  ctx: Ctx,
  challenge: string,
  response: PasskeyResponse,
  owner?: string,
): Promise<string> {
  const passkey = await queries.findPasskey(ctx.db, response.id, owner)
  if (!passkey) throw new AppError("auth.passkey_unknown")
  const { counter } = await unwrapOrRefuse(
    ctx.webAuthn.verifyAuthentication({ party: relyingParty(ctx), challenge, response, passkey }),
  )
  if (!(await queries.updateCounter(ctx.db, passkey.id, counter, ctx.now()))) throw new AppError("auth.passkey_refused")
  return passkey.userId
}

/** Maps verification errors to `auth.passkey_refused`; the library's reason is in `cause`. */
async function unwrapOrRefuse<Result>(checked: Promise<Result | null>): Promise<Result> {
  const result = await checked.catch((cause) => {
    throw new AppError("auth.passkey_refused", { cause })
  })
  if (!result) throw new AppError("auth.passkey_refused")
  return result
}
