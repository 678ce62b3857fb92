import type { Actor, SessionEnd, SessionInfo, SignedIn } from "~/domain/actor/actor"
import { belongsToStaff, hasPermission, isSignedIn } from "~/domain/actor/actor"
import type { Ctx } from "~/domain/context"
import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import * as queries from "../queries.server"
import { deviceHash, newSignInMail } from "./new-device.server"

const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR
/** How long a session lives after its last use, in ms. */
export const sessionLifetime = { web: 30 * DAY, api: 90 * DAY } as const
/** How long after a sign-in its sessions end, however much they are used, in ms. */
export const signInLifetime = { web: 90 * DAY, api: 180 * DAY } as const
/** A session's last use is written down at most this often (ms): a write for every page would be one too many. */
const touchInterval = 60 * 60 * 1_000
/** How long requests that were on their way may still bring the token before, in ms. */
const previousTokenLifetime = 60 * 1_000
/**
 * Where staff are guarded: their sessions end when unused for so long, which their last use must be known well enough for, and so long
 * after their sign-in, in ms (NIST SP 800-63B, 4.2.3: 30 minutes and 12 hours).
 */
const staffIdle = { limit: 30 * 60_000, touchInterval: 60_000 }
const staffSignInLifetime = 12 * HOUR

/**
 * The actor that a session token stands for; an unknown, expired or missing one is a visitor. Where staff are guarded, they have the
 * rights of their groups only in a session with a second factor, for half an hour after its last use and for 12 hours (trust-safety R23).
 */
export async function resolveActor(
  ctx: Pick<Ctx, "db" | "now" | "staffNeeds2fa">,
  token: string | null,
): Promise<Actor> {
  if (!token) return { kind: "visitor" }
  const found = await queries.findSession(ctx.db, sha256(token), ctx.now())
  if (!found) return { kind: "visitor" }
  const { session, user } = found
  if (!hasPermission(user)) return { kind: "member", ...found }
  if (!ctx.staffNeeds2fa) return { kind: "staff", ...found }
  if (staffEnd(session) <= ctx.now()) {
    await queries.deleteSession(ctx.db, session.id)
    return { kind: "visitor" }
  }
  if (session.isStrong) return { kind: "staff", ...found }
  const groups = user.groups.filter(({ root }) => !root)
  return { kind: "member", user: { ...user, groups }, session: { ...session, isHeldBack: true } }
}

/** When a session of guarded staff ends unless it is used before, epoch ms. */
function staffEnd({ startedAt, lastUsedAt, expiresAt }: SessionInfo): number {
  return Math.min(expiresAt, lastUsedAt + staffIdle.limit, startedAt + staffSignInLifetime)
}

/** When a session ends unless it is used before. */
export function sessionEnd(ctx: Pick<Ctx, "staffNeeds2fa">, actor: SignedIn): SessionEnd {
  if (!isGuarded(ctx, actor)) return { at: actor.session.expiresAt, idleLimit: null, latest: null }
  const latest = actor.session.startedAt + staffSignInLifetime
  return { at: staffEnd(actor.session), idleLimit: staffIdle.limit, latest }
}

function isGuarded(ctx: Pick<Ctx, "staffNeeds2fa">, actor: SignedIn): boolean {
  return ctx.staffNeeds2fa && belongsToStaff(actor)
}

/**
 * Lets a session live on from now, if it was not used within the hour (for guarded staff: the minute). One whose user may do more or less
 * than before gets a fresh token with it, so that whoever read the old one somewhere has nothing of the new rights; `cookie` is the token
 * that a browser keeps, null for API clients, whose token nobody could replace. Gives what the browser is to keep from now on; null: what
 * it has.
 */
export async function extendSession(
  ctx: Pick<Ctx, "db" | "now" | "actor" | "client" | "staffNeeds2fa">,
  cookie: string | null,
): Promise<string | null> {
  if (!isSignedIn(ctx.actor)) return null
  const { user, session } = ctx.actor
  const now = ctx.now()
  const isStaff = isGuarded(ctx, ctx.actor)
  const end = session.startedAt + (isStaff ? staffSignInLifetime : signInLifetime[session.kind])
  const expiresAt = Math.min(now + sessionLifetime[session.kind], end)
  const use = { id: session.id, rights: session.rights, now, expiresAt }
  if (session.hasOldRights && cookie && session.kind === "web") {
    const fresh = newToken()
    const token = { from: sha256(cookie), to: sha256(fresh), previousUntil: now + previousTokenLifetime }
    return (await queries.replaceToken(ctx.db, use, token)) ? fresh : null
  }
  if (now - session.lastUsedAt < (isStaff ? staffIdle.touchInterval : touchInterval)) return null
  const { token: device } = ctx.client.device
  await queries.extendSession(ctx.db, use, device ? { userId: user.id, deviceHash: sha256(device) } : null)
  if (device) ctx.client.device.keep(device)
  return cookie
}

/**
 * Gives the browser of the actor's session, which gave a second factor just now, a fresh token: whoever read the one before has nothing
 * of what the session may do from now on. An API client goes on with its own, which nobody could replace.
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

/** What a session takes over from the one that it goes on from. */
interface Origin {
  familyId?: string
  confirmedAt?: number | null
  isStrong?: boolean
  /** When its user signed in; now, unless told. */
  startedAt?: number
  /** Its owner knows of it, on whichever device it is: no mail. */
  isAnnounced?: boolean
}

/**
 * Opens a session for a user whose identity is proven, just now unless told; gives its token, which is shown this once. One that goes on
 * from another takes over what that one was. The session that this browser had before ends, unless it is of the same sign-in. On a device that the user was never signed in on, they are told by mail. Throws
 * `auth.account_closed` for who is banned: every way to sign in ends here, once it has proven who they are.
 */
export async function openSession(ctx: Ctx, userId: string, kind: "web" | "api", from: Origin = {}): Promise<string> {
  const now = ctx.now()
  const token = newToken()
  const id = newId(now)
  const startedAt = from.startedAt ?? now
  const device = { userId, deviceHash: deviceHash(ctx, kind) }
  const mail = newSignInMail(ctx, device, from.isAnnounced ?? false)
  const insert = queries.insertSession(ctx.db, {
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
  })
  const [opened, mailed] = await ctx.db.batch([insert, mail.insert, queries.insertDevice(ctx.db, device, now)])
  if (opened.meta.changes === 0) {
    throw new AppError("auth.account_closed", { values: { contact: `${ctx.site.origin(ctx.locale)}/contact` } })
  }
  if (mailed.meta.changes > 0) mail.enqueue()
  if (kind === "web" && ctx.client.session.token) await endReplaced(ctx, from.familyId)
  return token
}

/** Ends the sign-in that this browser had before, whose token nobody has any more, unless the new session is of it. */
async function endReplaced(ctx: Ctx, familyId: string | undefined): Promise<void> {
  if (isSignedIn(ctx.actor) && ctx.actor.session.familyId !== familyId) await signOut(ctx)
}

/** Ends the actor's session, on every language domain that it was carried to. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (!isSignedIn(ctx.actor)) return
  const { user, session } = ctx.actor
  await queries.deleteSessionFamily(ctx.db, user.id, session.familyId)
  await ctx.live(user.id).endSockets({ of: session.familyId })
}
