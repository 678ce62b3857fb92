import { emptyFile } from "~/domain/back-office/records/imports/import.server"
import { requireResource } from "~/domain/back-office/records/registry.server"
import { withStaff } from "~/remix/staff-page.server"

/** A CSV file with the columns that an import of this resource reads, and no rows. */
export const loader = withStaff(async ({ ctx, params }) => {
  const resource = requireResource(params.resource)
  return new Response(emptyFile(ctx, resource), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${resource.name}.csv"`,
      "Cache-Control": "private, no-store",
    },
  })
})
