import { type LinkProps, useLocation } from "@remix-run/react"
import type { MouseEvent } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { useModal } from "./modal-context"

/** Opens the login in the global modal; before hydration it is a link to the login page. Both return to this page. */
export function LoginLink() {
  const { t } = useTranslation()
  return (
    <ButtonLink {...useLoginLink()} variant="ghost" className="max-sm:px-1">
      {t("shell.log_in")}
    </ButtonLink>
  )
}

/** Builds the address of the login or the sign-up that returns to `page`. */
export function returnLinkFrom(page: string, path: "/auth/login" | "/become-member"): string {
  return `${path}?back=${encodeURIComponent(page)}`
}

/**
 * Returns the props of a link that opens the login on this page. `wish` runs after it, if every step happens on pages
 * of this document.
 */
export function useLoginLink(wish?: () => void): Pick<LinkProps, "prefetch" | "onClick"> & { to: string } {
  const { open } = useModal()
  const { pathname, search } = useLocation()
  return {
    to: returnLinkFrom(pathname + search, "/auth/login"),
    prefetch: "none",
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      open("login", wish)
    },
  }
}
