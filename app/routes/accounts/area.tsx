import type { LinksFunction } from "@remix-run/cloudflare"
import { Outlet, useLoaderData, useLocation } from "@remix-run/react"
import { impersonationOf, isSignedIn } from "~/domain/core/actor/actor"
import { RestrictionBanner } from "~/features/accounts/overview/restriction-banner"
import { ReturnedBanner } from "~/features/accounts/overview/returned-banner"
import { ErasureBanner } from "~/features/privacy/erasure-banner"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"
import { restrictionNotice } from "~/remix/restriction.server"
import stylesheet from "~/styles/member.css?url"

export const links: LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const handle = { i18n: ["erasure", "returned"] }

/** The member area: redirects a visitor to the login, which returns here. */
export const loader = withContext(async (args) => {
  const { actor } = args.ctx
  if (!isSignedIn(actor)) throw redirectToLogin(args)
  const { erasureDueAt, restriction, mailReturned } = actor.session
  // Not for staff who see the site as the member: its ways out are closed to them.
  const isShown = !restriction && impersonationOf(actor) === null
  return {
    erasedAt: erasureDueAt,
    restriction: restriction && restrictionNotice(args.ctx.locale, restriction),
    returned: isShown && mailReturned ? { email: actor.user.email, reason: mailReturned } : null,
  }
})

export default function MemberArea() {
  const { erasedAt, restriction, returned } = useLoaderData<typeof loader>()
  // The page of data shows it itself.
  const isSaid = useLocation().pathname === "/profile/settings/data"
  return (
    <>
      {restriction && <RestrictionBanner {...restriction} />}
      {erasedAt !== null && !isSaid && <ErasureBanner erasedAt={erasedAt} />}
      {returned && <ReturnedBanner {...returned} />}
      <Outlet />
    </>
  )
}
