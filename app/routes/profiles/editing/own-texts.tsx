import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { getWorkshop } from "~/domain/profiles/editing/workshop.server"
import { TextsForm } from "~/features/profiles/editing/texts-form"
import { translator } from "~/i18n/i18n.server"
import { type FormResult, useFormResult } from "~/remix/form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { saveFieldsForm } from "./fields.server"

export const handle = { i18n: ["workshop", "member", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const [{ fields }, catalog] = await Promise.all([getWorkshop(ctx), findCatalog(ctx)])
  const title = translator(ctx.locale, "workshop")("words.title")
  return { title, fields, canDraft: ctx.translator !== null, ...catalog }
})

export const action = withContext((args) => saveFieldsForm(args, "words"))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function WordsPage() {
  const { title, ...props } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useFormResult(result)
  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      <TextsForm {...props} result={result} />
    </>
  )
}
