import { redirect } from "@remix-run/cloudflare"
import { Outlet } from "@remix-run/react"
import { AdminShell } from "~/features/admin/admin-shell"
import { ErrorPage } from "~/features/shell/error-page"
import { BlankShell } from "~/features/shell/shell"
import { fullPath, notValid, withContext } from "~/lib/page.server"

export const handle = { i18n: ["admin"] }

/** The back office: a visitor is sent to log in; to a member it does not exist. */
export const loader = withContext(async ({ ctx, context, request }) => {
  if (ctx.actor.kind === "staff") return null
  if (ctx.actor.kind === "member") throw notValid(request)
  context.cookies.writeReturnPath(fullPath(request))
  throw redirect("/auth/login")
})

export default function AdminLayout() {
  return (
    <AdminShell>
      <Outlet />
    </AdminShell>
  )
}

export function ErrorBoundary() {
  return (
    <BlankShell>
      <ErrorPage />
    </BlankShell>
  )
}
