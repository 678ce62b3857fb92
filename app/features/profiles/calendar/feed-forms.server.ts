import { data } from "@remix-run/cloudflare"
import * as z from "zod"
import { endAddress, replaceAddress } from "~/domain/profiles/calendar/feeds/address.server"
import { connectFeed, disconnectFeed, getCalendars, readFeedNow } from "~/domain/profiles/calendar/feeds/feeds.server"
import { FeedForm } from "~/domain/profiles/calendar/feeds/schema"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { type FormHandlers, submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"
import type { FeedIntent } from "./calendar-feeds"

const NoFields = z.object({})

/** The forms of calendars elsewhere. */
export function feedForms({ ctx }: PageArgs): FormHandlers<FeedIntent> {
  const t = translator(ctx.locale, "calendar")
  const done = (message: string) => data<FormResult>({ message })
  const hasFailed = async () => (await getCalendars(ctx)).feed?.error != null
  const failed = (message: string) => data<FormResult>({ message, isError: true })
  return {
    "connect-feed": (args) =>
      submitForm(args, FeedForm, async (form) => {
        await connectFeed(ctx, form)
        return (await hasFailed()) ? failed(t("feeds.in.connected_unread")) : done(t("feeds.in.connected"))
      }),
    "read-feed": (args) =>
      submitForm(args, NoFields, async () => {
        await readFeedNow(ctx)
        return (await hasFailed()) ? failed(t("feeds.in.was_not_read")) : done(t("feeds.in.was_read"))
      }),
    "disconnect-feed": (args) =>
      submitForm(args, NoFields, async () => {
        await disconnectFeed(ctx)
        return done(t("feeds.in.disconnected"))
      }),
    "make-address": (args) =>
      submitForm(args, NoFields, async () => {
        await replaceAddress(ctx)
        return done(t("feeds.out.made"))
      }),
    "end-address": (args) =>
      submitForm(args, NoFields, async () => {
        await endAddress(ctx)
        return done(t("feeds.out.ended"))
      }),
  }
}
