import type { SQL } from "drizzle-orm"
import { never } from "~/db/statements/conditions"
import type { Ctx } from "~/domain/core/context"
import { createMail } from "~/domain/mail/outbox.server"
import type { EmailOf } from "~/domain/mail/queries.server"
import type { Content } from "~/domain/mail/schema"
import { formatCountry, formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { newToken, sha256 } from "~/lib/crypto.server"
import { deviceName } from "./device"
import * as queries from "./queries.server"

/**
 * Returns the hash that identifies a device: of its cookie, which a browser gets here, or, for API clients without one,
 * of User-Agent and country.
 */
export function deviceHash(ctx: Pick<Ctx, "client">, kind: "web" | "api"): string {
  const { device, userAgent, country } = ctx.client
  if (!device.token && kind === "api") return sha256(`${userAgent}\n${country}`)
  const token = device.token ?? newToken()
  device.keep(token)
  return sha256(token)
}

/**
 * Creates the new-sign-in mail. It is written only if the user never signed in on this device, `isAnnounced` is false
 * and `when` holds.
 */
export function newSignInMail(
  ctx: Pick<Ctx, "db" | "now" | "enqueueMail" | "client">,
  { userId, deviceHash }: { userId: string; deviceHash: string },
  isAnnounced: boolean,
  when?: SQL,
) {
  const { email, locale } = queries.addressOf(userId)
  return createMail(ctx, {
    to: email,
    locale,
    template: "new-sign-in",
    data: { device: deviceName(ctx.client.userAgent), country: ctx.client.country, at: ctx.now() },
    when: isAnnounced ? never : queries.isNewDevice(ctx.db, userId, deviceHash, when),
  })
}

export async function composeNewSignInMail(ctx: Ctx, email: EmailOf<"new-sign-in">): Promise<Content> {
  const { device, country, at } = email.data
  const locale = email.locale
  const t = translator(locale, "mail")
  const place = country && formatCountry(country, locale)
  const when = t("new_sign_in.when", { date: formatDate(at, locale, "date"), time: formatTime(at, locale) })
  return {
    subject: t("new_sign_in.subject"),
    heading: t("new_sign_in.heading"),
    paragraphs: [
      t("new_sign_in.text"),
      [device || t("new_sign_in.unknown_device"), place, when].filter(Boolean).join(" · "),
      t("new_sign_in.not_you"),
    ],
    action: { label: t("new_sign_in.action"), href: `${ctx.site.origin(locale)}/profile/settings/sessions` },
    note: t("new_sign_in.note"),
  }
}
