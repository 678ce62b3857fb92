import { Outlet, useLoaderData } from "@remix-run/react"
import { belongsToStaff, isSignedIn } from "~/domain/actor/actor"
import { requireStaff } from "~/domain/actor/guards"
import { placesOf } from "~/domain/resources/places.server"
import { AdminShell } from "~/features/admin/admin-shell"
import { ErrorPage } from "~/features/shell/error-page"
import { DefaultShell } from "~/features/shell/shell"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { notValid, withContext } from "~/remix/page.server"

export const handle = { i18n: ["admin", "admin-kit"] }

/**
 * The back office: redirects a visitor to the login, and staff who lack a second factor to its set-up; for a member it
 * does not exist.
 */
export const loader = withContext(async (args) => {
  const { ctx, request } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args)
  if (!belongsToStaff(ctx.actor)) throw notValid(request)
  const { user } = requireStaff(ctx, "dashboard.read")
  return { places: placesOf(user, ctx.locale) }
})

export default function AdminLayout() {
  const { places } = useLoaderData<typeof loader>()
  return (
    <AdminShell places={places}>
      <Outlet />
    </AdminShell>
  )
}

export function ErrorBoundary() {
  return (
    <DefaultShell>
      <ErrorPage />
    </DefaultShell>
  )
}
