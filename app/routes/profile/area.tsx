import { Outlet, useLoaderData, useLocation } from "@remix-run/react"
import { isSignedIn } from "~/domain/actor/actor"
import { ErasureBanner } from "~/features/privacy/erasure-banner"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["erasure"] }

/** The member area: redirects a visitor to the login, which returns here. */
export const loader = withContext(async (args) => {
  const { actor } = args.ctx
  if (!isSignedIn(actor)) throw redirectToLogin(args)
  return { erasedAt: actor.session.erasureDueAt }
})

export default function MemberArea() {
  const { erasedAt } = useLoaderData<typeof loader>()
  // That page shows it itself.
  const isSaid = useLocation().pathname === "/profile/settings/data"
  return (
    <>
      {erasedAt !== null && !isSaid && <ErasureBanner erasedAt={erasedAt} />}
      <Outlet />
    </>
  )
}
