import { useEffect } from "react"
import { assertNavigable } from "~/lib/paths"
import { buttonClass } from "../button"

/**
 * Opens a page of a provider. A redirect from a form itself would be refused by the page's policy (form-action); without
 * script the document refreshes to it.
 */
export function LeaveSite({ to, text, link }: { to: string; text: string; link: string }) {
  useEffect(() => {
    assertNavigable(to, { external: true })
    window.location.assign(to)
  }, [to])
  return (
    <div role="status" className="mt-6">
      <p className="text-body text-ink2">{text}</p>
      <a href={to} rel="noreferrer" className={`mt-4 ${buttonClass({ variant: "primary", size: "large" })}`}>
        {link}
      </a>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
    </div>
  )
}
