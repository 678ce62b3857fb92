import { batch } from "~/db/statements/batch"
import type { SignedIn } from "~/domain/core/actor/actor"
import { requireOther, requireRecentProof, requireStaffProof } from "~/domain/core/actor/guards"
import { auditEntry } from "~/domain/core/audit/entries.server"
import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import type { EmailOf } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { revokeTokens } from "~/domain/mail/token-queries.server"
import { formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { deleteFactors } from "../first-factor/undo-queries.server"
import { findActiveUser } from "../passwords/queries.server"
import { addressOf } from "../queries.server"
import { revokeAccess } from "./queries.server"
import * as queries from "./reset-queries.server"
import type { ResetConfirmation, ResetForm } from "./schema"

/** How long a reset waits for a second person, in ms, as a closure does (trust-safety R17). */
const resetLifetime = 7 * DAY

const target = (id: string) => ({ kind: "member", id })

/**
 * Proposes to reset the lost second factor of another member of staff (trust-safety R23), who is mailed at once. Throws what
 * `requireStaffProof` and `requireOther` do, `request.not_found` for a user without a role or without a second
 * factor, and `staff.reset_pending`.
 */
export async function proposeFactorReset(ctx: Ctx, userId: string, { reason }: ResetForm): Promise<void> {
  const actor = requireStaffProof(ctx, "staff.grant")
  requireOther(actor, userId)
  const by = actor.user.id
  const now = ctx.now()
  const when = queries.isProposedNow(userId, by, now)
  const mail = createMail(ctx, {
    ...addressOf(userId),
    template: "factor-reset",
    data: { userId, kind: "proposed" },
    when,
  })
  const { proposed } = await batch(ctx.db, {
    proposed: queries.insertReset(ctx.db, { userId, proposedBy: by, reason, expiresAt: now + resetLifetime }, now),
    audited: auditEntry(ctx, { action: "staff.propose_reset", target: target(userId), reason }),
    mailed: mail.insert,
  })
  if (proposed.meta.changes === 0) {
    const [open] = await queries.findResets(ctx.db, now, userId)
    throw new AppError(open ? "staff.reset_pending" : "request.not_found")
  }
  mail.enqueue()
}

/**
 * Confirms the reset that was proposed at `proposed_at`, as the second person: the authenticator app, the passkeys, the recovery codes and all sessions of its
 * subject end, and the next second factor takes the operator's code. Throws what `requireStaffProof` and `requireOther` do,
 * `staff.second_person` to its proposer, and `conflict.changed` for an expired or withdrawn one, also where another took its place.
 */
export async function confirmFactorReset(
  ctx: Ctx,
  userId: string,
  { proposed_at: proposedAt }: ResetConfirmation,
): Promise<void> {
  const actor = requireStaffProof(ctx, "staff.grant")
  requireOther(actor, userId)
  const { db } = ctx
  const by = actor.user.id
  const now = ctx.now()
  const [open] = await queries.findResets(db, now, userId)
  if (open?.created_at !== proposedAt) throw new AppError("conflict.changed")
  if (open.proposed_by_id === by) throw new AppError("staff.second_person")
  const confirmation = { userId, proposedAt, by }
  const subject = queries.confirmedSubject(confirmation, now)
  const when = queries.isConfirmable(confirmation, now)
  const mail = createMail(ctx, { ...addressOf(userId), template: "factor-reset", data: { userId, kind: "done" }, when })
  const { ended } = await batch(db, {
    mailed: mail.insert,
    factors: deleteFactors(db, subject),
    access: revokeAccess(db, subject),
    codes: revokeTokens(db, ["staff-enrol", "factor-code", "factor-stop", "factor-undo"], subject),
    // Last: the statements above find their user by it.
    ended: queries.endConfirmed(db, confirmation, now),
    audited: auditEntry(ctx, {
      action: "staff.reset_factor",
      target: target(userId),
      reason: open.reason,
      details: { proposedBy: open.proposed_by_id },
    }),
  })
  if (ended.meta.changes === 0) throw new AppError("conflict.changed")
  ctx.announceSaved("users", [userId])
  await ctx.live(userId).endSockets({})
  mail.enqueue()
}

/** Withdraws a reset that awaits a second person. Throws what `requireStaffProof` does, and `conflict.changed`. */
export async function withdrawFactorReset(ctx: Ctx, userId: string): Promise<void> {
  await withdraw(ctx, requireStaffProof(ctx, "staff.grant"), userId)
}

/**
 * Withdraws the reset of the actor's own second factor, which they have just given. Throws what `requireRecentProof` does,
 * and `conflict.changed` without one.
 */
export async function withdrawOwnFactorReset(ctx: Ctx): Promise<void> {
  const actor = requireRecentProof(ctx)
  await withdraw(ctx, actor, actor.user.id)
}

async function withdraw(ctx: Ctx, { user }: SignedIn, userId: string): Promise<void> {
  const { withdrawn } = await batch(ctx.db, {
    withdrawn: queries.withdrawReset(ctx.db, userId, user.id, ctx.now()),
    audited: auditEntry(ctx, { action: "staff.withdraw_reset", target: target(userId) }),
  })
  if (withdrawn.meta.changes === 0) throw new AppError("conflict.changed")
}

/** Returns when the reset of the actor's second factor lapses, epoch ms; null: nobody proposed one. */
export async function findOwnFactorReset(ctx: Ctx): Promise<number | null> {
  const { user } = requireRecentProof(ctx)
  const [open] = await queries.findResets(ctx.db, ctx.now(), user.id)
  return open?.expires_at ?? null
}

/** Composes the mail about a reset: null for a proposal that is over, and if the address is no longer the user's. */
export async function composeFactorResetMail(ctx: Ctx, email: EmailOf<"factor-reset">): Promise<Content | null> {
  const { userId, kind } = email.data
  if ((await findActiveUser(ctx.db, userId))?.email !== email.recipient) return null
  const { locale } = email
  const t = translator(locale, "mail")
  const origin = ctx.site.origin(locale)
  if (kind === "done") {
    return {
      subject: t("factor_reset.done_subject"),
      heading: t("factor_reset.done_subject"),
      paragraphs: [t("factor_reset.done_text"), t("factor_reset.done_next"), t("factor_reset.done_not_you")],
      action: { label: t("factor_reset.contact"), href: `${origin}/contact` },
    }
  }
  const [open] = await queries.findResets(ctx.db, ctx.now(), userId)
  if (!open) return null
  const until = `${formatDate(open.expires_at, locale, "date")}, ${formatTime(open.expires_at, locale)}`
  return {
    subject: t("factor_reset.subject"),
    heading: t("factor_reset.subject"),
    paragraphs: [
      t("factor_reset.text", { name: open.proposed_by, date: until }),
      t("factor_reset.not_you", { name: open.proposed_by }),
    ],
    action: { label: t("factor_reset.action"), href: `${origin}/profile/settings/two-factor` },
  }
}
