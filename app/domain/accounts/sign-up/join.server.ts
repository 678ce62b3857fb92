import type { SQL } from "drizzle-orm"
import { requirePerson } from "~/domain/accounts/captcha/captcha.server"
import type { Ctx } from "~/domain/core/context"
import { issueEmailToken, tokenMinutes } from "~/domain/mail/email-tokens.server"
import { createMail } from "~/domain/mail/outbox.server"
import type { EmailOf } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { deleteToken } from "~/domain/mail/token-queries.server"
import { translator } from "~/i18n/i18n.server"
import { equalsInConstantTime, hmac, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireFreeName } from "../account.server"
import { commonPasswords } from "../passwords/common-passwords.server"
import { hashPassword, verifyPassword } from "../passwords/hash.server"
import { passwordProblem } from "../passwords/rules"
import { findUserIdByEmail } from "../queries.server"
import type { JoinForm, SignupProof, VerifyLink } from "../schema"
import { openSession } from "../sessions/session.server"
import * as queries from "./queries.server"

/** Versions (months) of the texts a member agrees to on joining; a changed text gets a new version. */
export const consentVersions = { terms: "2026-11", adult: "2026-11" } as const

const signupLifetime = 24 * 60 * 60 * 1_000

/**
 * Registers a sign-up and returns its id and the secret that later proves whose it was. Response and work are the same
 * whether the address is known or not: only the mail differs. Throws `validation.failed` for a refused password or
 * name, and `rate.limited`.
 */
export async function join(ctx: Ctx, form: JoinForm): Promise<{ signupId: string; secret: string }> {
  const now = ctx.now()
  const id = newId(now)
  const passwordHash = await checkSignup(ctx, id, form)
  const mail = createMail(ctx, { to: form.email, locale: ctx.locale, template: "join", data: { signupId: id } })
  await ctx.db.batch([
    queries.insertSignup(ctx.db, {
      id,
      email: form.email,
      name: form.name,
      passwordHash,
      locale: ctx.locale,
      termsVersion: consentVersions.terms,
      adultVersion: consentVersions.adult,
      expiresAt: now + signupLifetime,
      createdAt: now,
    }),
    mail.insert,
  ])
  mail.enqueue()
  return { signupId: id, secret: secretOf(passwordHash) }
}

/** Checks a sign-up, for a new user's id, and returns the hash of its password. Throws what `join` does. */
async function checkSignup(ctx: Ctx, id: string, form: JoinForm): Promise<string> {
  const problem = passwordProblem(form.password, form.email, (password) => commonPasswords.has(password))
  if (problem) throw new AppError("validation.failed", { fields: { password: [problem] } })
  await ctx.limit("auth.join.address", ctx.client.address)
  await requirePerson(ctx, form.captcha, form.email)
  await ctx.limit("auth.join.email", sha256(form.email))
  const [passwordHash] = await Promise.all([hashPassword(form.password), requireFreeName(ctx, form.name, id)])
  return passwordHash
}

/**
 * Checks a sign-up whose address is proven already, and returns the id of its user with the statements that create the
 * confirmed account if `when` holds and the address has none; the first inserts the user. Throws what `join` does.
 */
export async function prepareConfirmedAccount(ctx: Ctx, form: JoinForm, when: SQL) {
  const { db, locale } = ctx
  const now = ctx.now()
  const id = newId(now)
  const passwordHash = await checkSignup(ctx, id, form)
  const user = { id, email: form.email, name: form.name, passwordHash, locale }
  return {
    id,
    statements: [
      queries.insertProvenUser(db, user, when, now),
      ...consentKinds.map((kind) => {
        const consent = { id: newId(now), userId: id, kind, version: consentVersions[kind], locale, createdAt: now }
        return queries.insertOwnConsent(db, consent)
      }),
      queries.deleteSignupsFor(db, form.email, queries.existsUser(id)),
    ] as const,
  }
}

/**
 * Secret of the person who signed up, unknown to the mail's reader: derived from the salted hash, which never leaves
 * the database.
 */
function secretOf(passwordHash: string): string {
  return hmac(passwordHash, "salon sign-up 1")
}

/** Returns a sign-up's address to the browser that holds its `secret`; null for anyone else, or once expired. */
export async function findSignupAddress(ctx: Ctx, signupId: string, secret: string | null): Promise<string | null> {
  if (!secret) return null
  const signup = await queries.findCredentials(ctx.db, signupId, ctx.now())
  return signup && equalsInConstantTime(secret, secretOf(signup.passwordHash)) ? signup.email : null
}

/** Resends a sign-up's mail; does nothing if there is no such sign-up. Throws `rate.limited`. */
export async function resendJoinMail(ctx: Ctx, signupId: string): Promise<void> {
  await ctx.limit("auth.join.address", ctx.client.address)
  const signup = await queries.findRecipient(ctx.db, signupId, ctx.now())
  if (!signup) return
  await ctx.limit("auth.join.email", sha256(signup.email))
  const mail = createMail(ctx, { to: signup.email, locale: signup.locale, template: "join", data: { signupId } })
  await mail.insert
  mail.enqueue()
}

/** Composes the sign-up mail: the link or, if the address has an account already, a notice that it has one. */
export async function composeJoinMail(ctx: Ctx, email: EmailOf<"join">): Promise<Content | null> {
  const { signupId } = email.data
  const t = translator(email.locale, "mail")
  const known = await findUserIdByEmail(ctx.db, email.recipient)
  const origin = ctx.site.origin(email.locale)
  if (known !== null) {
    return {
      subject: t("join_known.subject"),
      heading: t("join_known.heading"),
      paragraphs: [t("join_known.text"), t("join_known.not_you")],
      action: { label: t("join_known.action"), href: `${origin}/auth/password/reset` },
    }
  }
  if (!(await queries.hasSignup(ctx.db, signupId, ctx.now()))) return null
  const token = await issueEmailToken(ctx, "join", signupId)
  return {
    subject: t("join.subject"),
    // Without the name: a stranger may have typed it, and their words would be in our mail.
    heading: t("join.heading"),
    paragraphs: [t("join.text"), t("join.not_you")],
    action: { label: t("join.action"), href: `${origin}/auth/emails/verify/${signupId}/${token}` },
    note: t("lifetime", { minutes: tokenMinutes }),
  }
}

/**
 * Returns what the link of a sign-up's mail requires: a confirmation in the browser that signed up, else the password
 * chosen then; "gone" once it is invalid. It does not use the link up: mail scanners follow links.
 */
export async function findVerifyStep(
  ctx: Ctx,
  link: VerifyLink,
  secret: string | null,
): Promise<"confirm" | "password" | "gone"> {
  const passwordHash = await queries.findSignupPasswordHash(ctx.db, link, ctx.now())
  if (!passwordHash) return "gone"
  return secret && equalsInConstantTime(secret, secretOf(passwordHash)) ? "confirm" : "password"
}

/**
 * Throws `validation.failed` unless the mail's reader is the person who signed up: else a stranger could sign up with a
 * victim's address and wait for them to confirm an account whose password the stranger knows.
 */
async function requireSameReader(passwordHash: string, { secret, password }: SignupProof): Promise<void> {
  if (secret && equalsInConstantTime(secret, secretOf(passwordHash))) return
  if (!password) throw new AppError("validation.failed", { fields: { password: ["required"] } })
  if (await verifyPassword(password, passwordHash)) return
  throw new AppError("validation.failed", { fields: { password: ["password_not_chosen"] } })
}

/**
 * Creates the account of a confirmed sign-up and signs it in; returns the session's token. The link works once: of two
 * tabs, one wins. Throws `auth.token_invalid`, `validation.failed` without proof of the sign-up, and `rate.limited`.
 */
export async function verifyEmail(
  ctx: Ctx,
  link: VerifyLink,
  proof: SignupProof,
  kind: "web" | "api",
): Promise<string> {
  await ctx.limit("auth.token.address", ctx.client.address)
  const passwordHash = await queries.findSignupPasswordHash(ctx.db, link, ctx.now())
  if (!passwordHash) throw new AppError("auth.token_invalid")
  await requireSameReader(passwordHash, proof)
  const now = ctx.now()
  const { db } = ctx
  const [created] = await db.batch([
    queries.insertConfirmedUser(db, link, now),
    ...consentKinds.map((kind) => queries.insertConsent(db, { id: newId(now), kind }, link, now)),
    // Deletes every other sign-up for this address too: its password was chosen by the person who created it.
    queries.deleteSignupsOfAddress(db, link, now),
    deleteToken(db, "join", link.user, link.token),
  ])
  if (created.meta.changes === 0) throw new AppError("auth.token_invalid")
  return openSession(ctx, link.user, kind, { isAnnounced: true })
}

const consentKinds = ["terms", "adult"] as const
