import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getEntriesPage } from "~/domain/profiles/calendar/entries.server"
import { getCalendars } from "~/domain/profiles/calendar/feeds/feeds.server"
import { CalendarFeeds, type FeedIntent } from "~/features/profiles/calendar/calendar-feeds"
import { entryForms } from "~/features/profiles/calendar/entry-forms.server"
import { feedForms } from "~/features/profiles/calendar/feed-forms.server"
import { type EntryIntent, OwnEntries } from "~/features/profiles/calendar/own-entries"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResults } from "~/remix/form"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["calendar", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const [calendars, entries] = await Promise.all([getCalendars(ctx), getEntriesPage(ctx)])
  return { ...calendars, entries, title: translator(ctx.locale, "calendar")("title") }
})

export const action = withContext((args) =>
  byIntent<EntryIntent | FeedIntent>(args, { ...entryForms(args), ...feedForms(args) }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function CalendarPage() {
  const { t } = useTranslation("calendar")
  const { title, entries, feed, address } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <section aria-labelledby="calendar">
      <h1 id="calendar" className="text-page-title">
        {title}
      </h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <div className="mt-10 space-y-14">
        <OwnEntries page={entries} resultOf={resultOf} />
        <CalendarFeeds feed={feed} address={address} resultOf={resultOf} />
      </div>
    </section>
  )
}
