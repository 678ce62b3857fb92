import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { isPermitted } from "~/domain/core/actor/guards"
import { TransparencyDraftForm } from "~/domain/safety/transparency/schema"
import { draftTransparency, listTransparency } from "~/domain/safety/transparency/service.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { DraftForm } from "~/features/safety/transparency/draft-form"
import { PeriodsTable } from "~/features/safety/transparency/periods-table"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["admin", "admin-transparency", "errors"] }

export const loader = withStaff(async ({ ctx }) => ({
  title: translator(ctx.locale, "admin-transparency")("title"),
  ...(await listTransparency(ctx)),
  mayDraft: isPermitted(ctx.actor, "transparency.draft"),
}))

export const action = withStaff((args) =>
  submitForm(args, TransparencyDraftForm, async (form) => {
    await draftTransparency(args.ctx, form)
    return data<FormResult>({ message: translator(args.ctx.locale, "admin-transparency")("draft.done") })
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TransparencyDesk() {
  const { t } = useTranslation("admin-transparency")
  const { title, periods, draftable, mayDraft } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="mt-2 max-w-3xl text-ui text-ink2">{t("lead")}</p>
      <p className="mt-2 text-ui">
        <AppLink to="/transparency" className="link">
          {t("page")}
        </AppLink>
      </p>
      <FormNotice result={result} />
      {periods.length > 0 ? (
        <PeriodsTable periods={periods} />
      ) : (
        <EmptyState isBoxed title={t("empty.title")} className="mt-8">
          {t("empty.text")}
        </EmptyState>
      )}
      {mayDraft && <DraftForm draftable={draftable} result={result} />}
    </>
  )
}
