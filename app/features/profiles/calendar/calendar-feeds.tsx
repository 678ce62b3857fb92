import type { CalendarAddress, Feed } from "~/domain/profiles/calendar/feeds/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { TextField } from "~/ui/form/field"
import { CopyAddress } from "./copy-address"

/** The intents of the forms of calendars elsewhere. */
export type FeedIntent = "connect-feed" | "read-feed" | "disconnect-feed" | "make-address" | "end-address"

export interface CalendarFeedsProps {
  feed: Feed | null
  address: CalendarAddress | null
  resultOf: (intent: FeedIntent) => FormResult | undefined
}

/** The owner's calendars elsewhere: the one that is read, and the secret address at which they read ours. */
export function CalendarFeeds({ feed, address, resultOf }: CalendarFeedsProps) {
  const { t } = useTranslation("calendar")
  return (
    <section aria-labelledby="feeds">
      <h2 id="feeds" className="text-subsection">
        {t("feeds.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("feeds.lead")}</p>
      <FeedIn feed={feed} resultOf={resultOf} />
      <FeedOut address={address} resultOf={resultOf} />
    </section>
  )
}

function FeedIn({ feed, resultOf }: Omit<CalendarFeedsProps, "address">) {
  const { t } = useTranslation("calendar")
  const connected = resultOf("connect-feed")
  const { form, field } = useFormResult(connected)
  useFormResult(resultOf("read-feed"))
  useFormResult(resultOf("disconnect-feed"))
  return (
    <section aria-labelledby="feed-in" className="mt-6">
      <h3 id="feed-in" className="text-body font-medium">
        {t("feeds.in.title")}
      </h3>
      <p className="measure mt-2 text-ui text-ink2">{t("feeds.in.lead")}</p>
      {feed && <FeedState feed={feed} />}
      <FormNotice result={resultOf("read-feed")} />
      <FormNotice result={resultOf("disconnect-feed")} />
      <Form ref={form} key={feed?.host} method="post" noValidate className="mt-6 max-w-xl space-y-5">
        <TextField
          {...field("address")}
          type="url"
          inputMode="url"
          label={t("feeds.in.address")}
          hint={t("feeds.in.address_hint")}
          autoComplete="off"
          required
        />
        <Button type="submit" name="intent" value="connect-feed">
          {t(feed ? "feeds.in.replace" : "feeds.in.connect")}
        </Button>
      </Form>
      <FormNotice result={connected} />
    </section>
  )
}

function FeedState({ feed: { host, error, read_at, busy } }: { feed: Feed }) {
  const { t } = useTranslation("calendar")
  const locale = useLocale()
  const reason = error && t(`feeds.in.errors.${error}`)
  return (
    <div className="mt-4">
      <p className="text-body wrap-anywhere">{t("feeds.in.host", { host })}</p>
      {read_at !== null && (
        <p className="text-meta text-mute">
          {t("feeds.in.read_at", { date: formatDate(read_at, locale, "day"), time: formatTime(read_at, locale) })}{" "}
          {busy.length === 0 ? t("feeds.in.free") : t("feeds.in.busy", { count: busy.length })}
        </p>
      )}
      {reason && (
        <Banner
          tone="warn"
          className="mt-4"
          fact={
            read_at === null
              ? t("feeds.in.never", { reason })
              : t("feeds.in.failed", { date: formatDate(read_at, locale, "day"), reason })
          }
        >
          {busy.length > 0 && `${t("feeds.in.kept")} `}
          {t("feeds.in.later")}
        </Banner>
      )}
      <Form method="post" className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="read-feed" size="small">
          {t("feeds.in.read")}
        </Button>
        <Button type="submit" name="intent" value="disconnect-feed" size="small">
          {t("feeds.in.disconnect")}
        </Button>
      </Form>
    </div>
  )
}

function FeedOut({ address, resultOf }: Omit<CalendarFeedsProps, "feed">) {
  const { t } = useTranslation("calendar")
  const locale = useLocale()
  useFormResult(resultOf("make-address"))
  useFormResult(resultOf("end-address"))
  return (
    <section aria-labelledby="feed-out" className="mt-10">
      <h3 id="feed-out" className="text-body font-medium">
        {t("feeds.out.title")}
      </h3>
      <p className="measure mt-2 text-ui text-ink2">{t("feeds.out.lead")}</p>
      {address ? (
        <>
          <CopyAddress address={address.address} />
          <p className="text-meta text-mute">
            {t("feeds.out.since", { date: formatDate(address.created_at, locale, "date") })}
          </p>
        </>
      ) : (
        <p className="mt-4 text-body text-ink2">{t("feeds.out.none")}</p>
      )}
      <FormNotice result={resultOf("make-address")} />
      <FormNotice result={resultOf("end-address")} />
      <Form method="post" className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="make-address" size="small">
          {t(address ? "feeds.out.renew" : "feeds.out.make")}
        </Button>
        {address && (
          <Button type="submit" name="intent" value="end-address" size="small">
            {t("feeds.out.end")}
          </Button>
        )}
      </Form>
    </section>
  )
}
