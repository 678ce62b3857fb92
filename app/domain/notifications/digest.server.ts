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
 * Writes one digest mail to each member with notifications unread for a while, unless muted or in their quiet hours:
 * those of the database, and with them those of the member's inbox. Who waits longest comes first.
 */
export async function sendDigests(ctx: Ctx, place: Place = null): Promise<Place> {
  const due = await queries.findDue(ctx.db, ctx.now(), readTimePlace(place), atOnce)
  await forEachItem(
    ctx,
    due,
    ({ user_id }) => user_id,
    async ({ user_id }) => {
      try {
        await sendDigest(ctx, user_id)
      } catch (error) {
        // Not again before the next hour: what fails for good costs little, and is an error in the log each time.
        await queries.postponeMail(ctx.db, user_id, ctx.now() + HOUR)
        throw error
      }
    },
  )
  // A member's many notifications may fill a page: go on until nobody is left.
  return placeAfter(due, 1, ({ at, user_id: id }) => timePlace({ at, id }))
}

/**
 * Writes a member's digest if one is due: by the cron for the notifications of the database, by the alarm of their channel
 * for those of their inbox. Nothing is mailed twice, but new messages are.
 */
export async function sendDigest(ctx: Ctx, userId: string): Promise<void> {
  const now = ctx.now()
  const inbox = ctx.live(userId)
  const [facts, chat] = await Promise.all([queries.findDigest(ctx.db, userId, now), inbox.findDueMail(now)])
  if (!facts || (facts.since === null && chat === null)) return
  const postpone = (until: number) =>
    Promise.all([queries.postponeMail(ctx.db, userId, until), inbox.postponeMail(until)])
  // Postponed so that banned members do not block others; they are mailed once the ban is lifted.
  if (facts.is_banned) return void (await postpone(now + DAY))
  const since = Math.min(facts.since ?? now, chat?.since ?? now)
  const at = mailTime(since, now, { userId, settings: settingsOf(facts) })
  if (at > now) return void (await postpone(at))
  const wanted = wantedTypes(facts.muted)
  const isOfChat = chat?.types.some((type) => wanted.includes(type)) === true
  const mail = createMail(ctx, {
    // The inbox names the mail: a job that is repeated writes it once.
    id: chat?.mailId,
    to: facts.email,
    locale: facts.locale,
    template: "digest",
    data: { userId },
    when: isOfChat ? undefined : queries.awaitsMail(userId, wanted),
  })
  await ctx.db.batch([mail.insert, queries.postponeMail(ctx.db, userId, null)])
  await inbox.postponeMail(null)
  mail.enqueue()
}

function settingsOf({ rhythm, quiet_from, quiet_to, time_zone }: queries.DigestRow) {
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
  const [muted, inDatabase, inInbox] = await Promise.all([
    selectMutedKinds(ctx.db, userId),
    queries.countUnread(ctx.db, userId),
    ctx.live(userId).countNotifications(),
  ])
  const counts = [...inDatabase, ...inInbox]
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

const updates = (Object.keys(kindOfType) as NotificationType[]).filter((type) => kindOfType[type] === "updates")

const digestLines: { line: "messages" | "requests" | "searches" | "updates"; types: NotificationType[] }[] = [
  { line: "requests", types: ["request"] },
  { line: "messages", types: ["message"] },
  { line: "searches", types: ["search"] },
  { line: "updates", types: updates },
]
