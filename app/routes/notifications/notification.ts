import { redirect } from "@remix-run/cloudflare"
import { openNotification } from "~/domain/notifications/service.server"
import { withContext } from "~/remix/page.server"

/** Redirects to the subject of a notification, and marks it as read: without script, too. */
export const loader = withContext(async ({ ctx, params }): Promise<null> => {
  throw redirect(await openNotification(ctx, params.notification ?? ""))
})

export default function NotificationPage() {
  return null
}
