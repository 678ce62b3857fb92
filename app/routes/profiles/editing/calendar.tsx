import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getCalendars } from "~/domain/profiles/calendar/feeds/feeds.server"
import { CalendarFeeds, type FeedIntent } from "~/features/profiles/calendar/calendar-feeds"
import { feedForms } from "~/features/profiles/calendar/feed-forms.server"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResults } from "~/remix/form"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["calendar", "errors"] }

export const loader = withContext(async ({ ctx }) => ({
  ...(await getCalendars(ctx)),
  title: translator(ctx.locale, "calendar")("title"),
}))

export const action = withContext((args) => byIntent<FeedIntent>(args, feedForms(args)))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function CalendarPage() {
  const { t } = useTranslation("calendar")
  const { title, feed, address } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <section aria-labelledby="calendar">
      <h1 id="calendar" className="text-page-title">
        {title}
      </h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <div className="mt-10 space-y-14">
        <CalendarFeeds feed={feed} address={address} resultOf={resultOf} />
      </div>
    </section>
  )
}
