import { type LinkProps, useLocation } from "@remix-run/react"
import type { MouseEvent } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { useModal } from "./modal-context"

/** Opens the login in the global modal; before our script is there it is a link to the login page. Both lead back to this page. */
export function LoginLink() {
  const { t } = useTranslation()
  return (
    <ButtonLink {...useLoginLink()} variant="ghost" className="max-sm:px-2">
      {t("shell.log_in")}
    </ButtonLink>
  )
}

/** The address of the login or the joining page that leads back to `page`. */
export function wayBackFrom(page: string, path: "/auth/login" | "/become-member"): string {
  return `${path}?back=${encodeURIComponent(page)}`
}

/** What makes a link one that opens the login, on this page. `wish` is done after it, if all of it is on pages of this document. */
export function useLoginLink(wish?: () => void): Pick<LinkProps, "to" | "prefetch" | "onClick"> {
  const { open } = useModal()
  const { pathname, search } = useLocation()
  return {
    to: wayBackFrom(pathname + search, "/auth/login"),
    prefetch: "none",
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      open("login", wish)
    },
  }
}
