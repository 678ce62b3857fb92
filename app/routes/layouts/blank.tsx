import { Outlet } from "@remix-run/react"
import { ErrorPage } from "~/features/shell/error-page"
import { BlankShell, DefaultShell } from "~/features/shell/shell"

export default function BlankLayout() {
  return (
    <BlankShell>
      <Outlet />
    </BlankShell>
  )
}

export function ErrorBoundary() {
  return (
    <DefaultShell>
      <ErrorPage />
    </DefaultShell>
  )
}
