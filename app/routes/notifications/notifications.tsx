import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import CheckCheck from "lucide-react/icons/check-check"
import Settings2 from "lucide-react/icons/settings-2"
import { useEffect, useState } from "react"
import { callApi } from "~/browser/call-api"
import { type Notification, NotificationsQuery, ReadNotifications } from "~/domain/notifications/schema"
import { listNotifications, readNotifications } from "~/domain/notifications/service.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { NotificationList } from "~/features/notifications/notification-list"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { useRefresh } from "~/features/shell/live/refresh"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import type { FormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { Button, ButtonLink, IconLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["notifications", "chat"] }

export const loader = withContext(async ({ ctx, request }) => {
  const query = NotificationsQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) throw new AppError("cursor.invalid")
  const page = await listNotifications(ctx, query.data.cursor ?? null)
  const search = query.data.cursor ? `?cursor=${query.data.cursor}` : ""
  return { ...page, search, now: ctx.now(), title: translator(ctx.locale, "notifications")("title") }
})

/** A button that marks all as read. */
export const action = withContext(async (args) =>
  submitForm(args, ReadNotifications.options[1].partial(), async () => {
    await readNotifications(args.ctx, { all: true })
    return data<FormResult>({ message: translator(args.ctx.locale, "notifications")("all_read") })
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function NotificationsPage() {
  const { t } = useTranslation("notifications")
  const loaded = useLoaderData<typeof loader>()
  const { now, title } = loaded
  const { data: notifications, next_cursor: next } = useFreshList(loaded)
  const result = useActionData<FormResult>()
  const hasUnread = notifications.some(({ is_read }) => !is_read)
  return (
    <div className="page-container max-w-[44rem]! pt-8 md:pt-12">
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <h1 className="text-page-title">{title}</h1>
        <IconLink label={t("choose")} to="/profile/settings/notifications" className="-mr-2">
          <Settings2 />
        </IconLink>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-body text-ink2">{t("lead")}</p>
        {hasUnread && (
          <Form method="post">
            <Button type="submit" size="small" icon={<CheckCheck />}>
              {t("read_all")}
            </Button>
          </Form>
        )}
      </div>
      <FormNotice result={result} />
      {notifications.length > 0 ? (
        <NotificationList notifications={notifications} now={now} />
      ) : (
        <EmptyState
          isBoxed
          title={t("empty.title")}
          className="mt-8"
          button={<ButtonLink to="/escorts">{t("empty.browse")}</ButtonLink>}
        >
          {t("empty.body")}
        </EmptyState>
      )}
      {next && (
        <p className="mt-8 flex justify-center">
          <ButtonLink to={`/profile/notifications?cursor=${next}`}>{t("next")}</ButtonLink>
        </p>
      )}
    </div>
  )
}

/** The index of conversations follows a message after a moment (ms). */
const settleDelay = 800

type Page = { data: Notification[]; next_cursor: string | null }

/** The list as it was loaded, reloaded after events. A failed load leaves it as it is. */
function useFreshList(loaded: Page & { search: string }): Page {
  const [page, setPage] = useState<Page>(loaded)
  useEffect(() => setPage(loaded), [loaded])
  const refresh = useRefresh(async (signal) => {
    setPage(await callApi<Page>(`/api/notifications${loaded.search}`, { isQuiet: true, signal }))
  }, settleDelay)
  useLiveEvents(({ type }) => {
    if (changesTheList.has(type)) refresh()
  })
  return page
}

const changesTheList = new Set([
  "message",
  "message.deleted",
  "read",
  "conversation",
  "notification",
  "notifications.read",
  "gap",
])
