import { redirect } from "@remix-run/cloudflare"
import { getInvoicePdf } from "~/domain/billing/invoices.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { isAppError } from "~/lib/errors"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"

/** An invoice as a file. A failure of the provider is shown on the page of the invoices; an unknown invoice is a 404. */
export const loader = withContext(async (args) => {
  const { ctx, params, context } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args, "/profile/invoices")
  try {
    const { body, name } = await getInvoicePdf(ctx, params.invoice ?? "")
    return new Response(body, {
      headers: {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${name}"`,
      },
    })
  } catch (error) {
    if (!isAppError(error) || error.status === 404) throw error
    context.log.code = error.code
    throw redirect("/profile/invoices?failed")
  }
})
