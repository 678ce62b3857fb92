import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { describeColumns, headOf, keyColumn } from "~/domain/back-office/records/imports/columns"
import { importRows, previewImport } from "~/domain/back-office/records/imports/import.server"
import { maxImportBytes } from "~/domain/back-office/records/imports/schema"
import { listOptions } from "~/domain/back-office/records/records/records.server"
import { requireResource } from "~/domain/back-office/records/registry.server"
import { viewOf } from "~/domain/back-office/records/view"
import { requireStaff } from "~/domain/core/actor/guards"
import { type ImportIntent, ImportPage, type ImportPageResult } from "~/features/back-office/kit/import/import-page"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-import", "admin-kit", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const resource = requireResource(params.resource)
  const view = viewOf(resource, requireStaff(ctx, resource.read), ctx.locale)
  if (!view.mayImport) throw new AppError("request.not_found")
  const columns = describeColumns(resource, ctx.locale, await listOptions(ctx, resource))
  const title = translator(ctx.locale, "admin-import")("of", { many: view.many })
  const key = keyColumn(resource)
  return { view, columns, title, keyHead: key ? headOf(key, ctx.locale) : "id" }
})

const FileForm = z.object({ file: z.instanceof(File, { error: "required" }) })
/** JSON of the rows that a preview showed; the service reads it. */
const RowsForm = z.object({ rows: z.string() })
/** The rows of a file as JSON, each with its record and version. */
const maxRowsBytes = 2 * maxImportBytes

export const action = withStaff((args) => {
  const { ctx, params } = args
  const resource = requireResource(params.resource)
  const t = translator(ctx.locale, "admin-import")
  return byIntent<ImportIntent>(
    args,
    {
      check: (one) =>
        submitForm(one, FileForm, async ({ file }) => {
          if (file.size === 0) throw new AppError("validation.failed", { fields: { file: ["required"] } })
          const found = await previewImport(ctx, resource, new Uint8Array(await file.arrayBuffer()))
          if ("sentence" in found)
            return data<ImportPageResult>({ unreadable: found.sentence, isError: true }, { status: 422 })
          return data<ImportPageResult>({ preview: found })
        }),
      import: (one) =>
        submitForm(one, RowsForm, async ({ rows }) => {
          const done = await importRows(ctx, resource, rows)
          const isNothing = done.created + done.changed === 0
          const message = isNothing ? t("done.nothing") : t("message", { ...done, refused: undefined })
          return data<ImportPageResult>({ done, message, isError: isNothing })
        }),
    },
    { intent: "check", field: "file", maxBytes: maxRowsBytes, problem: "file_size" },
  )
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ResourceImportPage() {
  const { view, columns, title, keyHead } = useLoaderData<typeof loader>()
  return <ImportPage key={view.name} view={view} columns={columns} title={title} keyHead={keyHead} />
}
