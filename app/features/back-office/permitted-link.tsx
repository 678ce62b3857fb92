import type { ReactNode } from "react"
import { AppLink } from "~/ui/navigation/app-link"

/** A link to a page of the back office; the words alone if the reader may not open it (`to` is null). */
export function PermittedLink({ to, children }: { to: string | null; children: ReactNode }) {
  if (to === null) return <>{children}</>
  return (
    <AppLink to={to} className="link">
      {children}
    </AppLink>
  )
}
