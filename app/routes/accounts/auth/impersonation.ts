import { redirect, redirectDocument } from "@remix-run/cloudflare"
import * as z from "zod"
import { endImpersonation } from "~/domain/accounts/impersonation/impersonation.server"
import { impersonationOf } from "~/domain/core/actor/actor"
import { isPermitted } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { withContext } from "~/remix/page.server"
import { readAction } from "~/remix/read-form.server"

const Id = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
const EndForm = z.object({ id: Id, member: Id })

/** Where staff go once they see the site as themselves again. */
function pathAfter({ actor }: Pick<Ctx, "actor">, memberId: string | undefined): string {
  return memberId && isPermitted(actor, "members.read") ? `/dashboard/admin/users/${memberId}` : "/"
}

/** After an impersonation that expired or was revoked (worker/middleware/impersonation.ts). */
export const loader = withContext(async ({ ctx, request }): Promise<null> => {
  if (impersonationOf(ctx.actor)) throw redirect("/profile")
  const path = pathAfter(ctx, Id.safeParse(new URL(request.url).searchParams.get("member")).data)
  throw redirectDocument(path === "/" ? path : `${path}?notice=over`)
})

/**
 * Ends the impersonation that the form names, as often as it is sent, and returns to its member's page. A new document:
 * nothing of the member's stays in memory or in the browser's cache.
 */
export const action = withContext(async (args): Promise<null> => {
  const { ctx } = args
  const form = EndForm.safeParse(Object.fromEntries(await readAction(args)))
  if (form.success) await endImpersonation(ctx, form.data.id)
  const headers = { "Clear-Site-Data": '"cache"' }
  throw redirectDocument(form.success ? `/dashboard/admin/users/${form.data.member}` : "/", { headers })
})

export default function ImpersonationPage() {
  return null
}
