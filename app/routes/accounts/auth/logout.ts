import { redirect } from "@remix-run/cloudflare"
import { signOut } from "~/domain/accounts/sessions/session.server"
import { withContext } from "~/remix/page.server"

/**
 * Deletes the account's data for the next user of this browser, except cookies beside the session's, which disclose
 * nothing of it.
 */
const headers = { "Clear-Site-Data": '"cache", "storage"' }

export const loader = () => redirect("/")

export const action = withContext(async ({ ctx, context }): Promise<null> => {
  await signOut(ctx)
  context.cookies.clearSession()
  throw redirect("/", { headers })
})

export default function LogoutPage() {
  return null
}
