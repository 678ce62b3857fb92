import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { runAction } from "~/domain/back-office/records/actions/actions.server"
import {
  findDeleted,
  listDeleted,
  removeRecords,
  restoreRecords,
} from "~/domain/back-office/records/deletion/deletion.server"
import { startExport } from "~/domain/back-office/records/exports/exports.server"
import { MoveForm, SelectionForm } from "~/domain/back-office/records/forms"
import { readListQuery } from "~/domain/back-office/records/lists/list-query"
import { listRecords } from "~/domain/back-office/records/lists/lists.server"
import { moveRecord } from "~/domain/back-office/records/records/records.server"
import { requireResource } from "~/domain/back-office/records/registry.server"
import type { ActionResult } from "~/domain/back-office/records/schema"
import { viewOf } from "~/domain/back-office/records/view"
import { requireStaff } from "~/domain/core/actor/guards"
import type { ActionOutcome } from "~/features/back-office/kit/list/action-failures"
import { DeletedList } from "~/features/back-office/kit/list/deleted-list"
import { type ListIntent, RecordList } from "~/features/back-office/kit/list/record-list"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { pageUrl } from "~/remix/page.server"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-kit", "errors"] }

export const loader = withStaff(async ({ ctx, params, request }) => {
  const resource = requireResource(params.resource)
  const address = pageUrl(request).searchParams
  const query = readListQuery(resource, address)
  const actor = requireStaff(ctx, resource.read)
  const shown = { view: viewOf(resource, actor, ctx.locale), query }
  if (address.has("deleted") && resource.mayDelete)
    return { ...shown, page: null, removed: null, deleted: await listDeleted(ctx, resource, query.cursor) }
  const id = address.get("removed")
  const removed = id === null ? null : await findDeleted(ctx, resource, id)
  return { ...shown, page: await listRecords(ctx, resource, query), removed, deleted: null }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const resource = requireResource(params.resource)
  const t = translator(ctx.locale, "admin-kit")
  const selection = (
    run: (selection: { ids: string[]; reason: string | null }) => Promise<ActionResult>,
    done: (number: number) => string,
  ) => {
    return (one: typeof args) =>
      submitForm(one, SelectionForm, async ({ reason }, form) => {
        const result = await run({ ids: form.getAll("ids").map(String), reason: reason || null })
        const sentences = [
          result.done.length > 0 && done(result.done.length),
          result.failed.length > 0 && t("not_done", { count: result.failed.length }),
        ]
        const message = sentences.filter(Boolean).join(" ")
        const isError = result.done.length === 0
        return data<FormResult & Required<ActionOutcome>>({ message, isError, action: result })
      })
  }
  const actions = (resource.acts ?? []).map(
    (act) =>
      [
        act.name,
        selection(
          (chosen) => runAction(ctx, resource, act.name, chosen),
          (number) => act.done[ctx.locale].replace("{{count}}", String(number)),
        ),
      ] as const,
  )
  return byIntent<ListIntent>(args, {
    ...Object.fromEntries(actions),
    remove: selection(
      ({ ids }) => removeRecords(ctx, resource, ids),
      (number) => t("deleted.done", { number }),
    ),
    restore: selection(
      ({ ids }) => restoreRecords(ctx, resource, ids),
      (number) => t("deleted.restored", { number }),
    ),
    move: (one) =>
      submitForm(one, MoveForm, async ({ id, target, side }) => {
        await moveRecord(ctx, resource, id, { id: target, isAfter: side === "after" })
        return data<FormResult>({ message: t("order.moved") })
      }),
    export: (one) =>
      submitForm(one, z.object({}), async (): Promise<never> => {
        await startExport(ctx, resource, readListQuery(resource, pageUrl(one.request).searchParams))
        throw redirect(`/dashboard/admin/${resource.name}/exports`)
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.view.many)

export default function ResourceListPage() {
  const { view, query, page, removed, deleted } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  if (deleted) return <DeletedList key={view.name} view={view} page={deleted} result={result} />
  return <RecordList key={view.name} view={view} query={query} page={page} removed={removed} result={result} />
}
