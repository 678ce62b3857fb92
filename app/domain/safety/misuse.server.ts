import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { DAY } from "~/lib/time"
import { isSignedIn } from "../core/actor/actor"
import type { Ctx } from "../core/context"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { findUnfounded, type UnfoundedRow } from "./queries.server"

/**
 * Misuse of reports (DSA, article 23; trust-safety R38): how many manifestly unfounded ones of `countedFor` (ms) lead to a warning and
 * to a pause, and how long it lasts after the last of them (ms).
 */
export const misuse = { countedFor: 365 * DAY, warnedAt: 2, pausedAt: 3, pausedFor: 30 * DAY } as const

/** Returns until when a member's reports are paused, epoch ms; null: they are not. */
function pausedUntil({ count, latest_at }: UnfoundedRow, now: number): number | null {
  if (count < misuse.pausedAt || latest_at === null) return null
  const until = latest_at + misuse.pausedFor
  return until > now ? until : null
}

/**
 * Throws `reports.paused` for a member whose reports are paused. Visitors are not asked: an address that somebody types is not proof
 * of who they are, and could pause somebody else.
 */
export async function requireNoMisuse(ctx: Ctx): Promise<void> {
  if (!isSignedIn(ctx.actor)) return
  const now = ctx.now()
  const until = pausedUntil(await findUnfounded(ctx.db, ctx.actor.user.id, now - misuse.countedFor), now)
  if (until === null) return
  throw new AppError("reports.paused", { values: { date: formatDate(until, ctx.locale, "date") } })
}

/** Composes the mail that warns a member of misuse, or says that their reports are paused. Null if an appeal has settled it meanwhile. */
export async function composeMisuseMail(ctx: Ctx, email: EmailOf<"report-misuse">): Promise<Content | null> {
  const { locale, data } = email
  const now = ctx.now()
  const found = await findUnfounded(ctx.db, data.userId, now - misuse.countedFor)
  if (found.count < misuse.warnedAt) return null
  const t = translator(locale, "mail")
  const until = pausedUntil(found, now)
  return {
    subject: t("report_misuse.subject"),
    heading: t("report_misuse.heading"),
    paragraphs: [
      t("report_misuse.why", { count: found.count }),
      until === null
        ? t("report_misuse.warned")
        : t("report_misuse.paused", { date: formatDate(until, locale, "date") }),
      t("report_misuse.urgent"),
    ],
    action: { label: t("report_misuse.action"), href: `${ctx.site.origin(locale)}/profile/decisions` },
    note: t("report_misuse.note"),
  }
}
