import type { HeadersFunction } from "@remix-run/cloudflare"
import { Outlet } from "@remix-run/react"
import { ErrorPage } from "~/features/shell/error-page"
import { DefaultShell } from "~/features/shell/shell"

/** Of an error page: when to try again. */
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {}

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
