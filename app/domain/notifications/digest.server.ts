import { translator } from "~/i18n/i18n.server"
import { DAY, HOUR } from "~/lib/time"
import type { Ctx } from "../core/context"
import { forEachItem, type Place, placeAfter, readTimePlace, timePlace } from "../core/shared/lane"
import { createMail } from "../mail/outbox.server"
import { type EmailOf, selectMutedKinds } from "../mail/queries.server"
import type { Content, MailKind } from "../mail/schema"
import { notificationDefaults } from "./defaults"
import * as queries from "./queries.server"
import { mailTime } from "./quiet-hours"
import { digestKinds, kindOfType, type NotificationType } from "./schema"
import { toSettings } from "./settings.server"
import { unsubscribeLinks } from "./unsubscribe.server"

const atOnce = 100

/**
 * Writes one digest mail to each member with notifications unread for a while, unless muted or in their quiet hours.
 * Nothing is mailed twice, but new messages are. Those who wait longest come first.
 */
export async function sendDigests(ctx: Ctx, place: Place = null): Promise<Place> {
  const due = await queries.findDue(ctx.db, ctx.now(), readTimePlace(place), atOnce)
  await forEachItem(
    ctx,
    due,
    ({ user_id }) => user_id,
    async (one) => {
      try {
        await sendDigest(ctx, one)
      } catch (error) {
        // Not again before the next hour: what fails for good costs little, and is an error in the log each time.
        await queries.postponeMail(ctx.db, one.user_id, ctx.now() + HOUR)
        throw error
      }
    },
  )
  // A member's many notifications may fill a page: go on until nobody is left.
  return placeAfter(due, 1, ({ at, user_id: id }) => timePlace({ at, id }))
}

async function sendDigest(ctx: Ctx, due: queries.DueRow): Promise<void> {
  const now = ctx.now()
  // Postponed so that banned members do not block others; they are mailed once the ban is lifted.
  if (due.is_banned) return void (await queries.postponeMail(ctx.db, due.user_id, now + DAY))
  const at = mailTime(due.since, now, settingsOf(due))
  if (at > now) return void (await queries.postponeMail(ctx.db, due.user_id, at))
  const mail = createMail(ctx, {
    to: due.email,
    locale: due.locale,
    template: "digest",
    data: { userId: due.user_id },
    when: queries.awaitsMail(due.user_id, wantedTypes(due.muted)),
  })
  await ctx.db.batch([mail.insert, queries.postponeMail(ctx.db, due.user_id, null)])
  mail.enqueue()
}

function settingsOf({ rhythm, quiet_from, quiet_to, time_zone }: queries.DueRow) {
  if (rhythm === null || time_zone === null) return notificationDefaults
  return toSettings({ rhythm, quietFrom: quiet_from, quietTo: quiet_to, timeZone: time_zone })
}

function wantedTypes(muted: string | null): NotificationType[] {
  const without = (muted ?? "").split(",")
  return (Object.keys(kindOfType) as NotificationType[]).filter((type) => !without.includes(kindOfType[type]))
}

/**
 * Composes a digest: unread counts by kind, without names or texts, since others may see the mailbox. Null if
 * everything was read in the meantime.
 */
export async function composeDigestMail(ctx: Ctx, email: EmailOf<"digest">): Promise<Content | null> {
  const { userId } = email.data
  const [muted, counts] = await Promise.all([selectMutedKinds(ctx.db, userId), queries.countUnread(ctx.db, userId)])
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
  { line: "updates", types: ["review", "profile", "plan", "ticket", "report"] },
]
