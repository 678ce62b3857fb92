import { transparencyCsv } from "~/domain/safety/transparency/csv.server"
import { getPublishedTransparency } from "~/domain/safety/transparency/service.server"
import { notValid, withContext } from "~/remix/page.server"

/** The published figures of a period, by default of the latest, as a file for spreadsheets. */
export const loader = withContext(async ({ ctx, request }) => {
  const { published } = await getPublishedTransparency(ctx, new URL(request.url).searchParams.get("period"))
  if (published === null) throw notValid(request)
  return new Response(transparencyCsv(ctx, published), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="transparency-${published.period}.csv"`,
    },
  })
})
