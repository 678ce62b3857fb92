import { redirect } from "@remix-run/cloudflare"
import { Outlet, useLoaderData, useLocation } from "@remix-run/react"
import { isSignedIn } from "~/domain/actor/actor"
import { ErasureBanner } from "~/features/privacy/erasure-banner"
import { fullPath, withContext } from "~/remix/page.server"

export const handle = { i18n: ["erasure"] }

/** The member area: redirects a visitor to the login, which returns here. */
export const loader = withContext(async ({ ctx, context, request }) => {
  if (isSignedIn(ctx.actor)) return { erasedAt: ctx.actor.session.erasureDueAt }
  context.cookies.writeReturnPath(fullPath(request))
  throw redirect("/auth/login")
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
