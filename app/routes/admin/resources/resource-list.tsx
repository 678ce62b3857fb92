import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { requireStaff } from "~/domain/actor/guards"
import { runAct } from "~/domain/resources/acts/acts.server"
import { startExport } from "~/domain/resources/exports/exports.server"
import { MoveForm, SelectionForm } from "~/domain/resources/forms"
import { readListQuery } from "~/domain/resources/lists/list-query"
import { listRecords } from "~/domain/resources/lists/lists.server"
import { moveRecord } from "~/domain/resources/records/records.server"
import { requireResource } from "~/domain/resources/registry.server"
import { viewOf } from "~/domain/resources/view"
import { RecordList } from "~/features/admin/kit/list/record-list"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { pageUrl } from "~/remix/page.server"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-kit", "errors"] }

export const loader = withStaff(async ({ ctx, params, request }) => {
  const resource = requireResource(params.resource)
  const query = readListQuery(resource, pageUrl(request).searchParams)
  const page = await listRecords(ctx, resource, query)
  const actor = requireStaff(ctx, resource.read)
  return { view: viewOf(resource, actor, ctx.locale), query, page }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const resource = requireResource(params.resource)
  const t = translator(ctx.locale, "admin-kit")
  const acts = Object.fromEntries(
    (resource.acts ?? []).map((act) => [
      act.name,
      (one: typeof args) =>
        submitForm(one, SelectionForm, async ({ reason }, form) => {
          const ids = form.getAll("ids").map(String)
          const result = await runAct(ctx, resource, act.name, { ids, reason: reason || null })
          const sentences = [
            result.done.length > 0 && act.done[ctx.locale].replace("{count}", String(result.done.length)),
            result.failed.length > 0 && t("not_done", { count: result.failed.length }),
          ]
          const message = sentences.filter(Boolean).join(" ")
          const isError = result.done.length === 0
          return data<FormResult & { act: typeof result }>({ message, isError, act: result })
        }),
    ]),
  )
  return byIntent(args, {
    ...acts,
    move: (one) =>
      submitForm(one, MoveForm, async ({ id, target, side }) => {
        await moveRecord(ctx, resource, id, { id: target, isAfter: side === "after" })
        return data<FormResult>({ message: t("order.moved") })
      }),
    export: async (one) => {
      await startExport(ctx, resource, readListQuery(resource, pageUrl(one.request).searchParams))
      throw redirect(`/dashboard/admin/${resource.name}/exports`)
    },
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.view.many)

export default function ResourceListPage() {
  const { view, query, page } = useLoaderData<typeof loader>()
  return <RecordList key={view.name} view={view} query={query} page={page} />
}
