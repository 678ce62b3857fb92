import { redirect } from "@remix-run/cloudflare"
import { findNextCase } from "~/domain/safety/cases/staff.server"
import { casesPath } from "~/features/back-office/cases/case-badges"
import { withStaff } from "~/remix/staff-page.server"

/** Leads to the most urgent case that nobody else works on, other than the one that `after` names; to the list without one. */
export const loader = withStaff(async ({ ctx, request }) => {
  const next = await findNextCase(ctx, new URL(request.url).searchParams.get("after"))
  return redirect(next === null ? casesPath : `${casesPath}/${next}`)
})
