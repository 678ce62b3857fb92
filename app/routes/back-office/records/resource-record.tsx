import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { runAction } from "~/domain/back-office/records/actions/actions.server"
import { removeRecord } from "~/domain/back-office/records/deletion/deletion.server"
import { RemovalForm, SelectionForm, Version } from "~/domain/back-office/records/forms"
import { createRecord, getRecord, listOptions, saveRecord } from "~/domain/back-office/records/records/records.server"
import { formSchema } from "~/domain/back-office/records/records/values"
import { requireResource } from "~/domain/back-office/records/registry.server"
import type { RecordDetail } from "~/domain/back-office/records/schema"
import { viewOf } from "~/domain/back-office/records/view"
import { renderMarkdown } from "~/domain/content/markdown.server"
import { requireStaff } from "~/domain/core/actor/guards"
import { type RecordIntent, RecordPage } from "~/features/back-office/kit/record/record-page"
import { translator } from "~/i18n/i18n.server"
import { AppError, isAppError } from "~/lib/errors"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import type { PageArgs } from "~/remix/page.server"
import { typedValues } from "~/remix/read-form.server"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-kit", "errors"] }

/** The address of a record that does not exist yet. */
const fresh = "new"

export const loader = withStaff(async ({ ctx, params }) => {
  const resource = requireResource(params.resource)
  const actor = requireStaff(ctx, resource.read)
  const options = await listOptions(ctx, resource)
  const view = viewOf(resource, actor, ctx.locale, options)
  if (params.id === fresh && !view.mayCreate) throw new AppError("request.not_found")
  const record = params.id === fresh ? null : await getRecord(ctx, resource, params.id ?? "")
  const t = translator(ctx.locale, "admin-kit")
  return { view, record, title: record?.title ?? t("form.new", { one: view.one }) }
})

/** Result of the action of a record's page beside a form's result: the record that someone else saved first. */
interface RecordResult extends FormResult {
  theirs?: RecordDetail
  /** Values that were sent, as the record's values are. */
  mine?: RecordDetail["values"]
  html?: string
}

export const action = withStaff((args) => {
  const { ctx, params } = args
  const resource = requireResource(params.resource)
  const id = params.id ?? ""
  const t = translator(ctx.locale, "admin-kit")
  const act = (name: string) => (one: PageArgs) =>
    submitForm(one, SelectionForm.partial(), async ({ reason }) => {
      const result = await runAction(ctx, resource, name, { ids: [id], reason: reason || null })
      const [refused] = result.failed
      if (refused) throw new AppError(refused.code)
      return data<FormResult>({ message: t("form.done") })
    })
  return byIntent<RecordIntent>(args, {
    save: (one) => (id === fresh ? create(one) : save(one)),
    preview: async ({ form }) => data<RecordResult>({ html: renderMarkdown(String(form?.get("markdown") ?? "")) }),
    remove: (one) =>
      submitForm(one, RemovalForm, async ({ version }): Promise<never> => {
        await removeRecord(ctx, resource, id, version)
        throw redirect(`/dashboard/admin/${resource.name}?removed=${id}`)
      }),
    ...Object.fromEntries((resource.acts ?? []).map(({ name }) => [name, act(name)])),
  })

  function create(one: PageArgs) {
    return submitForm(one, formSchema(resource, true), async (values) => {
      const created = await createRecord(ctx, resource, values)
      throw redirect(`/dashboard/admin/${resource.name}/${created}?created`)
    })
  }

  function save(one: PageArgs) {
    return submitForm(one, formSchema(resource, false), async (values, form) => {
      // A version that cannot be read is another one than the record's.
      const { data: version = -1 } = Version.safeParse(form.get("version"))
      try {
        await saveRecord(ctx, resource, { id, version }, values)
      } catch (error) {
        if (!isAppError(error) || error.code !== "conflict.changed") throw error
        // Both versions, side by side: the editor decides field by field.
        const theirs = await getRecord(ctx, resource, id)
        const refusal = { values: typedValues(form), code: error.code, isError: true }
        return data<RecordResult>({ ...refusal, theirs, mine: values }, error.status)
      }
      return data<RecordResult>({ message: t("form.saved") })
    })
  }
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ResourceRecordPage() {
  const { view, record, title } = useLoaderData<typeof loader>()
  return <RecordPage key={`${view.name} ${record?.id}`} view={view} record={record} title={title} />
}
