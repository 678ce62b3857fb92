import { redirect } from "@remix-run/cloudflare"
import { Outlet } from "@remix-run/react"
import { isSignedIn } from "~/domain/accounts/policy"
import { fullPath, withContext } from "~/lib/page.server"

/** The member area: a visitor is sent to log in, and comes back here afterwards. */
export const loader = withContext(async ({ ctx, context, request }) => {
  if (isSignedIn(ctx.actor)) return null
  context.cookies.writeReturnPath(fullPath(request))
  throw redirect("/auth/login")
})

export default function MemberArea() {
  return <Outlet />
}
