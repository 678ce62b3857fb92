import { DashboardQuery } from "~/domain/back-office/analytics/schema"
import { figuresCsv, getFigures } from "~/domain/back-office/analytics/service.server"
import { AppError } from "~/lib/errors"
import { withStaff } from "~/remix/staff-page.server"

/** The dashboard's figures of a period as a file for spreadsheets. */
export const loader = withStaff(async ({ ctx, request }) => {
  const query = DashboardQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) throw new AppError("filter.unknown")
  const { period, ...dates } = query.data
  const figures = await getFigures(ctx, dates, period)
  return new Response(figuresCsv(ctx, figures), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="figures-${figures.from}-${figures.to}.csv"`,
    },
  })
})
