import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { readNotificationChoices } from "~/domain/notifications/member-settings.server"
import { NotificationsSection } from "~/features/accounts/settings/notifications-section"
import type { IntentOf } from "~/features/accounts/settings/sections"
import { translator } from "~/i18n/i18n.server"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { notificationForms } from "./settings-forms.server"

export const handle = { i18n: ["errors", "account-access", "chat"] }

export const loader = withContext(async ({ ctx }) => {
  return {
    ...(await readNotificationChoices(ctx)),
    title: translator(ctx.locale, "settings")("sections.notifications"),
  }
})

export const action = withContext((args) => byIntent<IntentOf<"notifications">>(args, notificationForms))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function NotificationSettingsPage() {
  const { mails, disturbed, pushKey } = useLoaderData<typeof loader>()
  return <NotificationsSection choices={mails} settings={disturbed} pushKey={pushKey} />
}
