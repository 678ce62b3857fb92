import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { cancelErasure, requestErasure } from "~/domain/privacy/erasure.server"
import { getDataRequests, requestExport } from "~/domain/privacy/export.server"
import { ErasureForm } from "~/domain/privacy/schema"
import { type ErasureIntent, ErasureSection } from "~/features/privacy/erasure-section"
import { type ExportIntent, ExportSection } from "~/features/privacy/export-section"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["privacy", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  return { title: translator(ctx.locale, "privacy")("title"), ...(await getDataRequests(ctx)) }
})

export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "privacy")
  const say = (message: string) => data<FormResult>({ message })
  return byIntent<ErasureIntent | ExportIntent>(args, {
    export: (args) =>
      submitForm(args, z.object({}), async () => {
        await requestExport(ctx)
        return say(t("export.asked"))
      }),
    erase: (args) =>
      submitForm(args, ErasureForm, async () => {
        const { run_at } = await requestErasure(ctx)
        return say(t("erasure.asked", { date: formatDate(run_at, ctx.locale, "date") }))
      }),
    keep: (args) =>
      submitForm(args, z.object({}), async () => {
        await cancelErasure(ctx)
        return say(t("erasure.kept"))
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DataPage() {
  const { t } = useTranslation("privacy")
  const { exports, erasure } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const isOfExport = result?.intent === "export"
  return (
    <>
      <h1 className="text-subsection">{t("title")}</h1>
      <p className="measure mt-2 text-body text-ink2">{t("lead")}</p>
      <div className="mt-10 space-y-16">
        <ExportSection exports={exports} result={isOfExport ? result : undefined} />
        <ErasureSection erasure={erasure} result={isOfExport ? undefined : result} />
      </div>
    </>
  )
}
