import { inArray, sql } from "drizzle-orm"
import { mutedMails, notifications } from "~/db/schema"
import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../context"
import { newMail } from "../mail/outbox.server"
import type { EmailOf } from "../mail/queries.server"
import type { Content, MailKind } from "../mail/schema"
import { notificationDefaults } from "./defaults"
import * as queries from "./queries.server"
import { mailTime } from "./quiet-hours"
import { digestKinds, kindOfType, type NotificationType } from "./schema"
import { toSettings } from "./settings.server"
import { unsubscribeLinks } from "./unsubscribe.server"

const atOnce = 100
const day = 24 * 60 * 60 * 1_000

/**
 * Writes a mail to each member who has not read something for a while, unless they do without, or sleep: one for all that waits. What
 * a mail told of is not told again, but new messages are. Whoever waits longest comes first.
 */
export async function sendDigests(ctx: Ctx): Promise<void> {
  for (const due of await queries.findDue(ctx.db, ctx.now(), atOnce)) await sendDigest(ctx, due)
}

async function sendDigest(ctx: Ctx, due: queries.DueRow): Promise<void> {
  const now = ctx.now()
  // They do not hold others up, and hear of what waits once the ban is lifted.
  if (due.is_banned) return void (await queries.postponeMail(ctx.db, due.user_id, now + day))
  const at = mailTime(due.since, now, settingsOf(due))
  if (at > now) return void (await queries.postponeMail(ctx.db, due.user_id, at))
  const mail = newMail(ctx, {
    to: due.email,
    locale: due.locale,
    template: "digest",
    data: { userId: due.user_id },
    when: sql`EXISTS (SELECT 1 FROM ${notifications} WHERE user_id = ${due.user_id} AND mail_at IS NOT NULL
      AND ${inArray(notifications.type, wantedTypes(due.muted))})`,
  })
  await ctx.db.batch([mail.insert, queries.postponeMail(ctx.db, due.user_id, null)])
  mail.wake()
}

function settingsOf({ rhythm, quiet_from, quiet_to, time_zone }: queries.DueRow) {
  if (rhythm === null || time_zone === null) return notificationDefaults
  return toSettings({ rhythm, quietFrom: quiet_from, quietTo: quiet_to, timeZone: time_zone })
}

function wantedTypes(muted: string | null): NotificationType[] {
  const without = (muted ?? "").split(",")
  return (Object.keys(kindOfType) as NotificationType[]).filter((type) => !without.includes(kindOfType[type]))
}

/** How much is unread, and of what kind: no names and no words, for a mail is read over shoulders. Null: all was read meanwhile. */
export async function composeDigestMail(ctx: Ctx, email: EmailOf<"digest">): Promise<Content | null> {
  const { userId } = email.data
  const [muted, counts] = await Promise.all([
    ctx.db.select({ kind: mutedMails.kind }).from(mutedMails).where(sql`user_id = ${userId}`),
    queries.countUnread(ctx.db, userId),
  ])
  const isWanted = (kind: MailKind) => !muted.some((one) => one.kind === kind)
  const numbers = digestLines.flatMap(({ line, types }) => {
    const count = counts
      .filter(({ type }) => types.includes(type) && isWanted(kindOfType[type]))
      .reduce((sum, one) => sum + one.count, 0)
    return count > 0 ? [{ line, count }] : []
  })
  if (numbers.length === 0) return null
  const t = translator(email.locale, "mail")
  const origin = ctx.site.origin(email.locale)
  const links = await unsubscribeLinks(ctx, { userId, locale: email.locale, kinds: [...digestKinds] })
  return {
    subject: t("digest.subject"),
    heading: t("digest.heading"),
    paragraphs: numbers.map(({ line, count }) => t(`digest.${line}`, { count })),
    action: { label: t("digest.action"), href: `${origin}/profile/notifications` },
    unsubscribe: { label: t("digest.unsubscribe"), ...links },
  }
}

const digestLines: { line: "messages" | "requests" | "updates"; types: NotificationType[] }[] = [
  { line: "requests", types: ["request"] },
  { line: "messages", types: ["message"] },
  { line: "updates", types: ["review", "plan", "ticket", "report"] },
]
