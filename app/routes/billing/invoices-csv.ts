import { listInvoices } from "~/domain/billing/billing.server"
import { toCsv, yearOf } from "~/domain/billing/invoices.server"
import { InvoicesQuery } from "~/domain/billing/schema"
import { isSignedIn } from "~/domain/core/actor/actor"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"

/** The invoices as a file for spreadsheets: all of them, or those of a year. */
export const loader = withContext(async (args) => {
  const { ctx, request } = args
  if (!isSignedIn(ctx.actor)) throw redirectToLogin(args, "/profile/invoices")
  const { year } = InvoicesQuery.parse(Object.fromEntries(new URL(request.url).searchParams))
  const invoices = (await listInvoices(ctx)).filter(({ issued_at }) => !year || yearOf(issued_at) === year)
  const name = year ? `invoices-${year}.csv` : "invoices.csv"
  return new Response(toCsv(ctx, invoices), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  })
})
