import type { RestrictionNotice } from "~/remix/root-data"
import { Banner } from "~/ui/feedback/banner"
import { AppLink } from "~/ui/navigation/app-link"

/** On every page of the member area while the account is restricted: what remains of it, with links there. */
export function RestrictionBanner({ message, hint, links }: RestrictionNotice) {
  return (
    <Banner tone="bad" isWide fact={message}>
      {hint}
      <span className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {links.map(({ to, label }) => (
          <AppLink key={to} to={to} className="link touch-target">
            {label}
          </AppLink>
        ))}
      </span>
    </Banner>
  )
}
