import { Outlet } from "@remix-run/react"
import { ErrorPage } from "~/features/shell/error-page"
import { DefaultShell } from "~/features/shell/shell"

export default function DefaultLayout() {
  return (
    <DefaultShell>
      <Outlet />
    </DefaultShell>
  )
}

export function ErrorBoundary() {
  return (
    <DefaultShell>
      <ErrorPage />
    </DefaultShell>
  )
}
