import type { LinksFunction } from "@remix-run/cloudflare"
import { Outlet, useLoaderData } from "@remix-run/react"
import { placesOf } from "~/domain/back-office/records/places.server"
import { requireAnyStaff } from "~/domain/core/actor/guards"
import { AdminShell } from "~/features/back-office/admin-shell"
import { ErrorPage } from "~/features/shell/error-page"
import { DefaultShell } from "~/features/shell/shell"
import { withStaff } from "~/remix/staff-page.server"
import stylesheet from "~/styles/office.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const handle = { i18n: ["admin", "admin-kit"] }

/** The back office. Without the page's permission, the reader gets the site's own page for what does not exist. */
export const loader = withStaff(async ({ ctx }) => ({
  places: placesOf(requireAnyStaff(ctx), ctx.locale),
}))

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
