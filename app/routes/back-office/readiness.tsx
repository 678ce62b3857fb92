import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import { isPermitted } from "~/domain/core/actor/guards"
import { getReadiness, recordItem, withdrawItem } from "~/domain/operations/readiness/readiness.server"
import { ReadinessRecordForm, ReadinessWithdrawalForm, RecordedItemParam } from "~/domain/operations/readiness/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { ReadinessIntent } from "~/features/back-office/readiness/readiness-row"
import { ReadinessSection } from "~/features/back-office/readiness/readiness-section"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { useRootData } from "~/remix/root-data"
import { withStaff } from "~/remix/staff-page.server"
import { Banner } from "~/ui/feedback/banner"

export const handle = { i18n: ["admin", "admin-readiness", "errors"] }

export const loader = withStaff(async ({ ctx }) => ({
  title: translator(ctx.locale, "admin-readiness")("title"),
  readiness: await getReadiness(ctx),
  mayRecord: isPermitted(ctx.actor, "readiness.write"),
}))

const which = { item: RecordedItemParam }

export const action = withStaff((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "admin-readiness")
  return byIntent<ReadinessIntent>(args, {
    record: (args) =>
      submitForm(args, ReadinessRecordForm.extend(which), async ({ item, ...form }) => {
        await recordItem(ctx, item, form)
        return data<FormResult>({ message: t("recorded"), values: { item } })
      }),
    withdraw: (args) =>
      submitForm(args, ReadinessWithdrawalForm.extend(which), async ({ item, ...form }) => {
        await withdrawItem(ctx, item, form)
        return data<FormResult>({ message: t("withdrawn"), values: { item } })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ReadinessPage() {
  const { t } = useTranslation("admin-readiness")
  const { title, readiness, mayRecord } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  const result = resultOf("record") ?? resultOf("withdraw")
  useTypedGuard(result)
  const { is_production, is_complete, items } = readiness
  const groups = { recorded: items.filter((one) => one.is_recorded), computed: items.filter((one) => !one.is_recorded) }
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="mt-2 max-w-3xl text-ui text-ink2">{t("lead")}</p>
      <div className="max-w-3xl">
        <LaunchStatus
          isProduction={is_production}
          missing={is_complete ? 0 : items.filter(({ state }) => state === "missing" || state === "expired").length}
        />
        <FormNotice result={result} />
      </div>
      <ReadinessSection name="recorded" items={groups.recorded} mayRecord={mayRecord} resultOf={resultOf} />
      <ReadinessSection name="computed" items={groups.computed} mayRecord={mayRecord} resultOf={resultOf} />
    </>
  )
}

function LaunchStatus({ isProduction, missing }: { isProduction: boolean; missing: number }) {
  const { t } = useTranslation("admin-readiness")
  const isMarked = useRootData()?.app.demo === "fictional"
  if (!isProduction)
    return (
      <Banner fact={t("status.elsewhere")} className="mt-5">
        {t("status.elsewhere_text")}
      </Banner>
    )
  if (missing > 0)
    return (
      <Banner tone="bad" fact={t("status.incomplete")} className="mt-5">
        {t("status.missing", { count: missing })}
      </Banner>
    )
  return (
    <Banner icon={<CircleCheck className="text-ok" />} fact={t("status.complete")} className="mt-5">
      {t(isMarked ? "status.shown_as_demo" : "status.live")}
    </Banner>
  )
}
