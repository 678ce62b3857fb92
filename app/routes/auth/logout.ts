import { redirect } from "@remix-run/cloudflare"
import { signOut } from "~/domain/accounts/sessions/session.server"
import { withContext } from "~/remix/page.server"

/** Nothing of the account stays for who uses this browser next; cookies that are not the session's say nothing of it. */
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
