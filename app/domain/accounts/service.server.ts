import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import type { Ctx } from "../context"
import { verifyPassword } from "./passwords.server"
import { hasPermission, isSignedIn } from "./policy"
import * as queries from "./queries.server"
import type { Actor, Credentials, CurrentUser, SignedIn } from "./schema"

const DAY = 24 * 60 * 60 * 1_000
/** How long a session lives after its last use, in ms. */
export const sessionLifetime = { web: 30 * DAY, api: 90 * DAY } as const
/** A session's last use is written down at most this often (ms): a write for every page would be one too many. */
const touchInterval = 60 * 60 * 1_000
const handoffLifetime = 30 * 1_000

/** The actor that a session token stands for; an unknown, expired or missing one is a visitor. */
export async function resolveActor(ctx: Pick<Ctx, "db" | "now">, token: string | null): Promise<Actor> {
  if (!token) return { kind: "visitor" }
  const found = await queries.findSession(ctx.db, sha256(token), ctx.now())
  if (!found) return { kind: "visitor" }
  return { kind: hasPermission(found.user) ? "staff" : "member", ...found }
}

/** Lets a session live on from now, if it was not used within the hour; whether it did. */
export async function touchSession(ctx: Pick<Ctx, "db" | "now" | "actor">): Promise<boolean> {
  if (!isSignedIn(ctx.actor)) return false
  const { id, kind, lastUsedAt } = ctx.actor.session
  const now = ctx.now()
  if (now - lastUsedAt < touchInterval) return false
  await queries.extendSession(ctx.db, id, now, now + sessionLifetime[kind])
  return true
}

/**
 * Checks the credentials and opens a session; gives its token, which is shown this once. Throws `auth.invalid_credentials`,
 * alike in words and time for an unknown e-mail and a wrong password, and `rate.limited`.
 */
export async function signIn(ctx: Ctx, { email, password }: Credentials, kind: "web" | "api"): Promise<string> {
  await ctx.limit("auth.sign-in.address", ctx.client.address)
  await ctx.limit("auth.sign-in.account", sha256(email))
  const account = await queries.findAccount(ctx.db, email)
  const matches = await verifyPassword(password, account?.passwordHash ?? null)
  if (!account || !matches) throw new AppError("auth.invalid_credentials")
  return openSession(ctx, account.id, kind)
}

/**
 * Opens a session for a user whose identity is proven, just now unless told; gives its token, which is shown this once. One that goes on
 * from another takes over what that one was.
 */
export async function openSession(
  ctx: Ctx,
  userId: string,
  kind: "web" | "api",
  from: { familyId?: string; confirmedAt?: number | null; isStrong?: boolean } = {},
): Promise<string> {
  const now = ctx.now()
  const token = newToken()
  const id = newId(now)
  await queries.insertSession(ctx.db, {
    id,
    tokenHash: sha256(token),
    userId,
    kind,
    familyId: from.familyId ?? id,
    userAgent: ctx.client.userAgent.slice(0, 300),
    country: ctx.client.country,
    lastUsedAt: now,
    confirmedAt: from.confirmedAt === undefined ? now : from.confirmedAt,
    isStrong: from.isStrong ?? false,
    expiresAt: now + sessionLifetime[kind],
    createdAt: now,
    updatedAt: now,
  })
  return token
}

/** Ends the actor's session, on every language domain that it was carried to. */
export async function signOut(ctx: Ctx): Promise<void> {
  if (!isSignedIn(ctx.actor)) return
  await queries.deleteSessionFamily(ctx.db, ctx.actor.user.id, ctx.actor.session.familyId)
}

/** The user that asks, with their session. Throws `auth.required` for visitors. */
export function requireSession(ctx: Pick<Ctx, "actor">): SignedIn {
  if (!isSignedIn(ctx.actor)) throw new AppError("auth.required")
  return ctx.actor
}

/** The user that asks. Throws `auth.required` for visitors. */
export function requireUser(ctx: Pick<Ctx, "actor">): CurrentUser {
  return requireSession(ctx).user
}

/**
 * Mints a pass that carries the actor's session (or, for a visitor, only the access they were granted) to the domain of
 * `locale`. It can be redeemed once, within 30 seconds, by the browser that holds `state` in a cookie there.
 */
export async function issueHandoff(ctx: Ctx, locale: string, state: string): Promise<string> {
  const token = newToken()
  await queries.insertHandoff(ctx.db, {
    tokenHash: sha256(token),
    stateHash: sha256(state),
    locale,
    sessionId: isSignedIn(ctx.actor) ? ctx.actor.session.id : null,
    expiresAt: ctx.now() + handoffLifetime,
  })
  return token
}

/**
 * Redeems a pass on the domain of `ctx.locale`: null when it is not valid there, else the token of the session that goes on
 * here (null for a visitor's pass).
 */
export async function redeemHandoff(
  ctx: Ctx,
  token: string,
  state: string,
): Promise<{ sessionToken: string | null } | null> {
  const wanted = { tokenHash: sha256(token), stateHash: sha256(state), locale: ctx.locale }
  const handoff = await queries.takeHandoff(ctx.db, wanted, ctx.now())
  if (!handoff) return null
  const session = handoff.sessionId ? await queries.findSessionById(ctx.db, handoff.sessionId, ctx.now()) : null
  return { sessionToken: session ? await openSession(ctx, session.userId, "web", session) : null }
}

/** The nightly sweep of sessions, passes, sign-ups and links that nobody can use any more. */
export async function sweepExpired(ctx: Pick<Ctx, "db" | "now">): Promise<void> {
  await queries.deleteExpired(ctx.db, ctx.now())
}
