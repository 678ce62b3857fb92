import { Outlet, useLoaderData, useLocation } from "@remix-run/react"
import { isSignedIn } from "~/domain/actor/actor"
import { RestrictionBanner } from "~/features/member/restriction-banner"
import { ErasureBanner } from "~/features/privacy/erasure-banner"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"
import { restrictionNotice } from "~/remix/restriction.server"

export const handle = { i18n: ["erasure"] }

/** The member area: redirects a visitor to the login, which returns here. */
export const loader = withContext(async (args) => {
  const { actor } = args.ctx
  if (!isSignedIn(actor)) throw redirectToLogin(args)
  const { erasureDueAt, restriction } = actor.session
  return { erasedAt: erasureDueAt, restriction: restriction && restrictionNotice(args.ctx.locale, restriction) }
})

export default function MemberArea() {
  const { erasedAt, restriction } = useLoaderData<typeof loader>()
  // That page shows it itself.
  const isSaid = useLocation().pathname === "/profile/settings/data"
  return (
    <>
      {restriction && <RestrictionBanner {...restriction} />}
      {erasedAt !== null && !isSaid && <ErasureBanner erasedAt={erasedAt} />}
      <Outlet />
    </>
  )
}
