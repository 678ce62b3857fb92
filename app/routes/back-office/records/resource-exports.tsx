import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listExports } from "~/domain/back-office/records/exports/exports.server"
import { requireResource } from "~/domain/back-office/records/registry.server"
import { viewOf } from "~/domain/back-office/records/view"
import { requireStaff } from "~/domain/core/actor/guards"
import { ExportList } from "~/features/back-office/kit/list/export-list"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-kit"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const resource = requireResource(params.resource)
  const actor = requireStaff(ctx, resource.read)
  const title = translator(ctx.locale, "admin-kit")("exports.of", { many: resource.many[ctx.locale] })
  return { view: viewOf(resource, actor, ctx.locale), exports: await listExports(ctx, resource), title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ResourceExportsPage() {
  const { view, exports, title } = useLoaderData<typeof loader>()
  return <ExportList view={view} exports={exports} title={title} />
}
