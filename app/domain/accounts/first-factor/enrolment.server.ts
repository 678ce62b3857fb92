import type { SQL } from "drizzle-orm"
import type { SignedIn } from "~/domain/core/actor/actor"
import { requireRecentProof } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { issueEmailToken, storeEmailToken, undoTokenDays } from "~/domain/mail/email-tokens.server"
import { createMail } from "~/domain/mail/outbox.server"
import type { EmailOf, OutboxEmail } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { isTokenHashValid, takeTokenHash } from "~/domain/mail/token-queries.server"
import { translator } from "~/i18n/i18n.server"
import { newCode, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { findActiveUser } from "../passwords/queries.server"
import { checkStaffCode, needsStaffCode, takeStaffCode } from "../staff/staff-code.server"
import { factorCodeMinutes, factorCodeToken } from "./factor-code"

/** The codes that a new second factor was sent with. */
export interface EnrolmentCodes {
  staff_code?: string | undefined
  mail_code?: string | undefined
}

/**
 * Returns which code the actor's next second factor requires: none unless it is the first one. Whoever knows the
 * password alone must not lock the owner out with a factor of their own.
 */
export function enrolmentCodeOf(actor: SignedIn): "staff" | "mail" | null {
  if (actor.session.isEnrolled) return null
  return needsStaffCode(actor) ? "staff" : "mail"
}

/**
 * Mails the actor the code for their first second factor. Throws `auth.confirm_required`, `request.not_found` if they
 * need no mailed code, and `rate.limited`.
 */
export async function sendFactorCode(ctx: Ctx): Promise<void> {
  const actor = requireRecentProof(ctx)
  const { user } = actor
  if (enrolmentCodeOf(actor) !== "mail") throw new AppError("request.not_found")
  await ctx.limit("auth.factor-code.send", user.id)
  const mail = createMail(ctx, {
    to: user.email,
    locale: user.locale,
    template: "factor-code",
    data: { userId: user.id },
  })
  await mail.insert
  mail.enqueue()
}

/**
 * Throws `validation.failed` unless the code that the actor's next factor requires is right, and `rate.limited`. Does
 * not use the code up.
 */
export async function checkEnrolmentCode(ctx: Ctx, actor: SignedIn, codes: EnrolmentCodes): Promise<void> {
  await checkStaffCode(ctx, actor, codes.staff_code)
  if (enrolmentCodeOf(actor) !== "mail") return
  await ctx.limit("auth.factor-code.try", actor.user.id)
  if (!(await isTokenHashValid(ctx.db, mailedCode(actor, codes), ctx.now()))) throw wrongCode()
}

/** Uses the code up. Throws `validation.failed` if another request used it first. */
export async function takeEnrolmentCode(ctx: Ctx, actor: SignedIn, codes: EnrolmentCodes): Promise<void> {
  await takeStaffCode(ctx, actor, codes.staff_code)
  if (enrolmentCodeOf(actor) !== "mail") return
  if (!(await takeTokenHash(ctx.db, mailedCode(actor, codes), ctx.now()))) throw wrongCode()
}

function mailedCode({ user }: SignedIn, { mail_code = "" }: EnrolmentCodes) {
  const token = factorCodeToken(user.id, mail_code)
  if (!token) throw wrongCode()
  return { purpose: "factor-code" as const, subjectId: user.id, tokenHash: sha256(token) }
}

const wrongCode = () => new AppError("validation.failed", { fields: { mail_code: ["mail_code_wrong"] } })

/** Creates the mail about a new second factor: the first one's can undo it. */
export function createEnrolmentMail(ctx: Ctx, { user, session }: SignedIn, kind: "app" | "passkey", when?: SQL) {
  const mail = { to: user.email, locale: user.locale, when }
  if (!session.isEnrolled) {
    return createMail(ctx, { ...mail, template: "first-factor", data: { userId: user.id, kind } })
  }
  return createMail(ctx, { ...mail, template: kind === "app" ? "two-factor-on" : "passkey-added" })
}

/**
 * Generates the code when the mail is composed, so that the outbox never holds it. Null for a mail so late that its
 * code would have expired, and if the address is no longer the user's.
 */
export async function composeFactorCodeMail(ctx: Ctx, email: EmailOf<"factor-code">): Promise<Content | null> {
  const { userId } = email.data
  const age = ctx.now() - email.createdAt
  if (age > factorCodeMinutes * 60_000 || !(await isAddressOf(ctx, userId, email))) return null
  const code = newCode()
  await storeEmailToken(ctx, {
    purpose: "factor-code",
    subjectId: userId,
    token: factorCodeToken(userId, code) as string,
    minutes: factorCodeMinutes,
  })
  const t = translator(email.locale, "mail")
  return {
    subject: t("factor_code.subject"),
    heading: t("factor_code.subject"),
    paragraphs: [t("factor_code.text"), code, t("factor_code.not_you")],
    action: { label: t("first_factor.action"), href: await undoLink(ctx, email, "factor-stop", userId) },
    note: t("factor_code.lifetime", { minutes: factorCodeMinutes, days: undoTokenDays }),
  }
}

/** Composes the mail about a first second factor; null if the address is no longer the user's. */
export async function composeFirstFactorMail(ctx: Ctx, email: EmailOf<"first-factor">): Promise<Content | null> {
  const { userId, kind } = email.data
  if (!(await isAddressOf(ctx, userId, email))) return null
  const t = translator(email.locale, "mail")
  return {
    subject: t("first_factor.subject"),
    heading: t("first_factor.subject"),
    paragraphs: [
      t(kind === "app" ? "security.app_on.text" : "security.passkey_added.text"),
      t("first_factor.hold"),
      t("first_factor.not_you"),
    ],
    action: { label: t("first_factor.action"), href: await undoLink(ctx, email, "factor-undo", userId) },
    note: t("first_factor.lifetime", { days: undoTokenDays }),
  }
}

async function isAddressOf(ctx: Ctx, userId: string, { recipient }: OutboxEmail): Promise<boolean> {
  return (await findActiveUser(ctx.db, userId))?.email === recipient
}

async function undoLink(ctx: Ctx, { locale }: OutboxEmail, purpose: "factor-stop" | "factor-undo", userId: string) {
  return `${ctx.site.origin(locale)}/auth/second-factor/undo/${await issueEmailToken(ctx, purpose, userId)}`
}
