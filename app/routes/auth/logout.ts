import { redirect } from "@remix-run/cloudflare"
import { signOut } from "~/domain/accounts/service.server"
import { withContext } from "~/lib/page.server"

export const loader = () => redirect("/")

export const action = withContext(async ({ ctx, context }): Promise<null> => {
  await signOut(ctx)
  context.cookies.clearSession()
  throw redirect("/")
})
