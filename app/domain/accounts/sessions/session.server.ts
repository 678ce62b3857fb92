import type { SQL } from "drizzle-orm"
import type { Actor, SessionEnd, SessionInfo, SignedIn } from "~/domain/core/actor/actor"
import { belongsToStaff, hasRole, impersonationOf, isSignedIn, sessionOwnerOf } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY, HOUR } from "~/lib/time"
import { endImpersonation } from "../impersonation/impersonation.server"
import { findActiveUser } from "../passwords/queries.server"
import { deviceHash, newSignInMail } from "./new-device.server"
import * as queries from "./queries.server"

/** How long a session lives after its last use, in ms. */
export const sessionLifetime = { web: 30 * DAY, api: 90 * DAY } as const
/** Absolute lifetime of a sign-in's sessions, in ms. */
const signInLifetime = { web: 90 * DAY, api: 180 * DAY } as const
/** Minimum interval between writes of a session's last use, in ms: not every page view is worth a write. */
const touchInterval = 60 * 60 * 1_000
/** How long the previous token stays valid for requests already under way, in ms. */
const previousTokenLifetime = 60 * 1_000
/**
 * Staff limits where `staffNeeds2fa` is set, in ms: idle timeout, how often the last use is written (often enough for
 * that timeout), and absolute lifetime (NIST SP 800-63B, 4.2.3: 30 minutes and 12 hours).
 */
const staffIdle = { limit: 30 * 60_000, touchInterval: 60_000 }
const staffSignInLifetime = 12 * HOUR

/**
 * Resolves a session token to an actor; an unknown, expired or missing token is a visitor. Where `staffNeeds2fa` is
 * set, staff have the rights of their roles and groups only in a session with a second factor, until idle for 30 minutes and for 12
 * hours at most (trust-safety R23). `isCookie`: a token of any other kind never sees the site as another member.
 */
export async function resolveActor(
  ctx: Pick<Ctx, "db" | "now" | "staffNeeds2fa">,
  token: string | null,
  { isCookie }: { isCookie: boolean },
): Promise<Actor> {
  if (!token) return { kind: "visitor" }
  const found = await queries.findSession(ctx.db, sha256(token), ctx.now(), { isCookie, ...ctx })
  if (!found) return { kind: "visitor" }
  const { session, user } = found
  const isImpersonated = session.impersonation?.isActive === true
  if (!hasRole(user) && !isImpersonated) return { kind: "member", ...found }
  if (!ctx.staffNeeds2fa) return { kind: isImpersonated ? "member" : "staff", ...found }
  if (staffEnd(session) <= ctx.now()) {
    await queries.deleteSession(ctx.db, session.id)
    return { kind: "visitor" }
  }
  if (isImpersonated) return { kind: "member", ...found }
  if (session.isStrong) return { kind: "staff", ...found }
  const groups = user.groups.filter(({ root }) => !root)
  return { kind: "member", user: { ...user, groups, roles: [] }, session: { ...session, isHeldBack: true } }
}

/** Returns when a staff session under `staffNeeds2fa` ends unless used before, epoch ms. */
function staffEnd({ startedAt, lastUsedAt, expiresAt }: SessionInfo): number {
  return Math.min(expiresAt, lastUsedAt + staffIdle.limit, startedAt + staffSignInLifetime)
}

/** Returns when a session ends unless it is used before. */
export function sessionEnd(ctx: Pick<Ctx, "staffNeeds2fa">, actor: SignedIn): SessionEnd {
  if (!isGuarded(ctx, actor)) return { at: actor.session.expiresAt, idleLimit: null, latest: null }
  const latest = actor.session.startedAt + staffSignInLifetime
  return { at: staffEnd(actor.session), idleLimit: staffIdle.limit, latest }
}

function isGuarded(ctx: Pick<Ctx, "staffNeeds2fa">, actor: SignedIn): boolean {
  return ctx.staffNeeds2fa && (belongsToStaff(actor) || impersonationOf(actor) !== null)
}

/**
 * Extends a session unless it was used within the hour (for guarded staff: the minute). If the user's rights changed,
 * rotates the token, so that a leaked old token does not gain new rights. `cookie` is the browser's token, null for API
 * clients, whose token cannot be replaced. Returns the token to set as a cookie, or null to leave it unchanged.
 */
export async function extendSession(
  ctx: Pick<Ctx, "db" | "now" | "actor" | "client" | "staffNeeds2fa">,
  cookie: string | null,
): Promise<string | null> {
  if (!isSignedIn(ctx.actor)) return null
  const { session } = ctx.actor
  const now = ctx.now()
  const isStaff = isGuarded(ctx, ctx.actor)
  const end = session.startedAt + (isStaff ? staffSignInLifetime : signInLifetime[session.kind])
  const expiresAt = Math.min(now + sessionLifetime[session.kind], end)
  const use = { id: session.id, rights: impersonationOf(ctx.actor) ? null : session.rights, now, expiresAt }
  if (session.hasOldRights && cookie && session.kind === "web") {
    const fresh = newToken()
    const token = { from: sha256(cookie), to: sha256(fresh), previousUntil: now + previousTokenLifetime }
    return (await queries.replaceToken(ctx.db, use, token)) ? fresh : null
  }
  if (now - session.lastUsedAt < (isStaff ? staffIdle.touchInterval : touchInterval)) return null
  const { token: device } = ctx.client.device
  const userId = sessionOwnerOf(ctx.actor)
  await queries.extendSession(ctx.db, use, device ? { userId, deviceHash: sha256(device) } : null)
  if (device) ctx.client.device.keep(device)
  return cookie
}

/**
 * Rotates the browser token of a session that just gave a second factor, so that a leaked old token does not gain its
 * rights. API clients retain their token: it cannot be replaced.
 */
export async function renewToken(ctx: Pick<Ctx, "db" | "now" | "client">, { session }: SignedIn): Promise<void> {
  const { token: cookie, keep } = ctx.client.session
  if (session.isStrong || session.kind !== "web" || !cookie) return
  const now = ctx.now()
  const fresh = newToken()
  const token = { from: sha256(cookie), to: sha256(fresh), previousUntil: now + previousTokenLifetime }
  const use = { id: session.id, rights: session.rights, now, expiresAt: session.expiresAt }
  if (await queries.replaceToken(ctx.db, use, token)) keep(fresh)
}

/** Proof of a sign-in, as an SQL condition, and the error to throw if it no longer holds in the batch. */
export interface SignInProof {
  holds: SQL
  refusal: () => AppError
}

/** Values that a new session inherits from the one that it continues. */
interface Origin {
  familyId?: string
  confirmedAt?: number | null
  isStrong?: boolean
  /** Time of sign-in, epoch ms; defaults to now. */
  startedAt?: number
  /** The owner already knows of this session: no new-sign-in mail. */
  isAnnounced?: boolean
  /** Condition that must still hold when the session is stored. */
  proof?: SignInProof
}

/**
 * Opens a session for a user whose identity is proven and returns its token, which is shown once; `from` is the session
 * it continues. Ends this browser's previous session unless it is of the same sign-in, and mails a notice on a new
 * device. Throws `auth.account_closed` for banned users: every way to sign in ends here, after the proof of identity;
 * and the refusal of `from.proof`.
 */
export async function openSession(ctx: Ctx, userId: string, kind: "web" | "api", from: Origin = {}): Promise<string> {
  const now = ctx.now()
  const token = newToken()
  const id = newId(now)
  const startedAt = from.startedAt ?? now
  const device = { userId, deviceHash: deviceHash(ctx, kind) }
  const when = from.proof?.holds
  const mail = newSignInMail(ctx, device, from.isAnnounced ?? false, when)
  const session = {
    id,
    tokenHash: sha256(token),
    userId,
    kind,
    familyId: from.familyId ?? id,
    userAgent: ctx.client.userAgent.slice(0, 300),
    country: ctx.client.country,
    confirmedAt: from.confirmedAt === undefined ? now : from.confirmedAt,
    isStrong: from.isStrong ?? false,
    expiresAt: Math.min(now + sessionLifetime[kind], startedAt + signInLifetime[kind]),
    startedAt,
    now,
  }
  const [opened, mailed] = await ctx.db.batch([
    queries.insertSession(ctx.db, session, when),
    mail.insert,
    queries.insertDevice(ctx.db, device, now, when),
  ])
  if (opened.meta.changes === 0) {
    if (from.proof && (await findActiveUser(ctx.db, userId))) throw from.proof.refusal()
    throw new AppError("auth.account_closed", { values: { contact: `${ctx.site.origin(ctx.locale)}/contact` } })
  }
  if (mailed.meta.changes > 0) mail.enqueue()
  if (kind === "web" && ctx.client.session.token) await endReplaced(ctx, from.familyId)
  return token
}

/** Ends this browser's previous sign-in, whose token is lost now, unless the new session continues it. */
async function endReplaced(ctx: Ctx, familyId: string | undefined): Promise<void> {
  if (isSignedIn(ctx.actor) && ctx.actor.session.familyId !== familyId) await signOut(ctx)
}

/** Ends the actor's session on every language domain, and with it the impersonation of staff. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (!isSignedIn(ctx.actor)) return
  const { familyId } = ctx.actor.session
  const userId = sessionOwnerOf(ctx.actor)
  await endImpersonation(ctx)
  await queries.deleteSessionFamily(ctx.db, userId, familyId)
  await ctx.live(userId).endSockets({ of: familyId })
}
