import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { isPermitted } from "~/domain/core/actor/guards"
import { PublicationForm } from "~/domain/safety/transparency/schema"
import { getTransparency, publishTransparency } from "~/domain/safety/transparency/service.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { FiguresTables } from "~/features/safety/transparency/figures-tables"
import { periodName } from "~/features/safety/transparency/period-name"
import { PeriodState } from "~/features/safety/transparency/periods-table"
import { type PeriodIntent, PublishForm } from "~/features/safety/transparency/publish-form"
import { formatDate, formatNumber } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { completeLocale } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-transparency", "transparency", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const found = await getTransparency(ctx, params.id ?? "")
  const period = periodName(found.period, ctx.locale)
  return {
    found,
    reason: found.reason?.[completeLocale(ctx.locale)] ?? null,
    title: translator(ctx.locale, "admin-transparency")("figures_of", { period }),
    mayPublish: isPermitted(ctx.actor, "transparency.publish"),
  }
})

export const action = withStaff((args) =>
  byIntent<PeriodIntent>(args, {
    publish: (args) =>
      submitForm(args, PublicationForm, async (form) => {
        await publishTransparency(args.ctx, args.params.id ?? "", form)
        return data<FormResult>({ message: translator(args.ctx.locale, "admin-transparency")("publish.done") })
      }),
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TransparencyPeriod() {
  const { t } = useTranslation("admin-transparency")
  const locale = useLocale()
  const { found, reason, title, mayPublish } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  const { id, period, state, drafted_at, published_at, figures, shown, recipients } = found
  return (
    <>
      <Breadcrumbs
        label={t("crumbs")}
        items={[
          { to: "/dashboard/admin/transparency", label: t("title") },
          { to: `/dashboard/admin/transparency/${id}`, label: periodName(period, locale) },
        ]}
      />
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <h1 className="text-office-title">{title}</h1>
        <PeriodState state={state} />
      </div>
      <p className="mt-2 text-meta text-mute">
        {t("drafted_on", { date: formatDate(drafted_at, locale, "date") })}{" "}
        {published_at !== null && t("published_on", { date: formatDate(published_at, locale, "date") })}
      </p>
      {recipients !== null && (
        <p className="mt-2 text-ui">{t("stated", { number: formatNumber(recipients, locale) })}</p>
      )}
      {reason !== null && (
        <p className="mt-4 max-w-3xl text-ui wrap-anywhere">
          <strong className="font-semibold">{t("reason")}</strong> {reason}
        </p>
      )}
      <FormNotice result={result} />
      {state === "draft" && !mayPublish && <p className="mt-6 text-ui text-ink2">{t("publish.other")}</p>}
      {state === "draft" && mayPublish && <PublishForm result={result} />}
      <p className="mt-8 text-ui text-ink2">{t("preview")}</p>
      <FiguresTables shown={shown} full={figures} />
    </>
  )
}
