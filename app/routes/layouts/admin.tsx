import { Outlet } from "@remix-run/react"
import { AdminShell } from "~/features/admin/admin-shell"
import { ErrorPage } from "~/features/shell/error-page"
import { DefaultShell } from "~/features/shell/shell"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin"] }

/** The back office. Without the page's permission, the reader gets the site's own page for what does not exist. */
export const loader = withStaff(async () => null)

export default function AdminLayout() {
  return (
    <AdminShell>
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
