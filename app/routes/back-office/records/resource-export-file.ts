import { openExport } from "~/domain/back-office/records/exports/exports.server"
import { requireResource } from "~/domain/back-office/records/registry.server"
import { withStaff } from "~/remix/staff-page.server"

/** The CSV file of a finished export, for the person who asked for it. */
export const loader = withStaff(async ({ ctx, params }) => {
  const resource = requireResource(params.resource)
  const body = await openExport(ctx, resource, params.id ?? "")
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${resource.name}.csv"`,
      "Cache-Control": "private, no-store",
    },
  })
})
