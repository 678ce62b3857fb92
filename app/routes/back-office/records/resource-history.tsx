import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { RestoreForm } from "~/domain/back-office/records/forms"
import { getRecord, listRevisions, restoreRevision } from "~/domain/back-office/records/records/records.server"
import { requireResource } from "~/domain/back-office/records/registry.server"
import { viewOf } from "~/domain/back-office/records/view"
import { requireStaff } from "~/domain/core/actor/guards"
import { type HistoryIntent, RecordHistory } from "~/features/back-office/kit/record/record-history"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-kit", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const resource = requireResource(params.resource)
  const actor = requireStaff(ctx, resource.read)
  const record = await getRecord(ctx, resource, params.id ?? "")
  const revisions = await listRevisions(ctx, resource, record.id)
  const title = translator(ctx.locale, "admin-kit")("history.of", { title: record.title })
  return { view: viewOf(resource, actor, ctx.locale), record, revisions, title }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const resource = requireResource(params.resource)
  return byIntent<HistoryIntent>(args, {
    restore: (one) =>
      submitForm(one, RestoreForm, async ({ revision, version }) => {
        await restoreRevision(ctx, resource, { id: params.id ?? "", version }, revision)
        return data<FormResult>({ message: translator(ctx.locale, "admin-kit")("history.restored") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ResourceHistoryPage() {
  const { view, record, revisions, title } = useLoaderData<typeof loader>()
  return <RecordHistory view={view} record={record} revisions={revisions} title={title} />
}
