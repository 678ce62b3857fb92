import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { DeskMoveForm, DeskNoteForm } from "~/domain/support/applications/schema"
import { type DeskMove, getDeskApplication, moveApplication } from "~/domain/support/applications/staff.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { ApplicationDecision, type DecisionIntent } from "~/features/back-office/casting/application-decision"
import { applicationsPath } from "~/features/back-office/casting/application-list"
import { ApplicationSheet } from "~/features/back-office/casting/application-sheet"
import { KeyLegend } from "~/features/back-office/key-legend"
import { useKeys } from "~/features/back-office/use-keys"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, type FormHandler, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { useActionToast } from "~/remix/use-action-toast"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-casting", "admin-review", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const [application, { cities, categories }] = await Promise.all([
    getDeskApplication(ctx, params.id ?? ""),
    findCatalog(ctx),
  ])
  const nameIn = (all: typeof cities, slug: string | null) => all.find((one) => one.slug === slug)?.name ?? null
  const { city, category } = application
  return {
    title: application.first_name,
    application,
    city: nameIn(cities, city),
    category: nameIn(categories, category),
  }
})

export const action = withStaff((args) => {
  const { id = "" } = args.params
  return byIntent<DecisionIntent>(args, {
    take: handlerOf("take", id),
    accept: handlerOf("accept", id),
    request_changes: handlerOf("request_changes", id),
    decline: handlerOf("decline", id),
  })
})

function handlerOf(move: DeskMove, id: string): FormHandler {
  const isReasoned = move === "request_changes" || move === "decline"
  return (args) =>
    submitForm(args, isReasoned ? DeskNoteForm : DeskMoveForm, async (values) => {
      await moveApplication(args.ctx, id, { move, ...values })
      return data<FormResult>({ message: translator(args.ctx.locale, "admin-casting")(`done.${move}`) })
    })
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DeskApplicationPage() {
  const { t } = useTranslation(["admin-casting", "admin-review"])
  const { title, application, city, category } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  useActionToast(result)
  useKeys("arrows")
  const address = `${applicationsPath}/${application.id}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Breadcrumbs
          label={t("crumbs")}
          items={[
            { label: t("title"), to: applicationsPath },
            { label: application.reference, to: address },
          ]}
        />
        <div className="ml-auto">
          <KeyLegend
            keys={[
              { keys: ["C"], text: t("take") },
              { keys: ["A"], text: t("accept") },
              { keys: ["R"], text: t("request_changes") },
              { keys: ["ArrowRight", "ArrowLeft"], text: t("keys_pictures") },
            ]}
          />
        </div>
      </div>
      <h1 className="mt-4 text-office-title wrap-anywhere">{title}</h1>
      <FormNotice result={result} />
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <ApplicationSheet application={application} city={city} category={category} />
        <ApplicationDecision application={application} address={address} result={result} />
      </div>
    </>
  )
}
