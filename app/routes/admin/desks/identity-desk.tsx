import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ConfirmForm, ReasonForm, RefuseForm } from "~/domain/identity/desk-forms"
import { confirmCheck, listChecks, refuseStaffCheck, reopenCheck, revokeCheck } from "~/domain/identity/staff.server"
import { CheckCard, type CheckList } from "~/features/admin/identity/check-card"
import { FormNotice } from "~/features/auth/form-notice"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-identity", "errors"] }

const place = "/dashboard/admin/identity"
const lists: readonly CheckList[] = ["requested", "verified", "refused"]

export const loader = withStaff(async ({ ctx, request }) => {
  const list = lists.find((one) => one === new URL(request.url).searchParams.get("list")) ?? "requested"
  return { title: translator(ctx.locale, "admin-identity")("title"), list, checks: await listChecks(ctx, list) }
})

export const action = withStaff((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "admin-identity")
  return byIntent(args, {
    confirm: (args) =>
      submitForm(args, ConfirmForm, async ({ id, confirmation }) => {
        const { is_confirmed_once } = await confirmCheck(ctx, id, confirmation)
        return data<FormResult>({ message: t(is_confirmed_once ? "done.confirmed_once" : "done.confirmed") })
      }),
    refuse: (args) =>
      submitForm(args, RefuseForm, async ({ id, ...refusal }) => {
        await refuseStaffCheck(ctx, id, refusal)
        return data<FormResult>({ message: t("done.refused") })
      }),
    revoke: (args) =>
      submitForm(args, ReasonForm, async ({ id, ...reason }) => {
        await revokeCheck(ctx, id, reason)
        return data<FormResult>({ message: t("done.revoked") })
      }),
    reopen: (args) =>
      submitForm(args, ReasonForm, async ({ id, ...reason }) => {
        await reopenCheck(ctx, id, reason)
        return data<FormResult>({ message: t("done.reopened") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function IdentityDeskPage() {
  const { t } = useTranslation("admin-identity")
  const { title, list, checks } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  const address = `${place}?list=${list}`
  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      <p className="measure mt-2 text-ui text-ink2">{t("lead")}</p>
      <Tabs
        label={t("tabs")}
        items={lists.map((one) => ({
          to: `${place}?list=${one}`,
          label: t(`lists.${one}`),
          isCurrent: one === list,
        }))}
        className="mt-4 mb-6"
      />
      <FormNotice result={result} />
      {checks.length === 0 ? (
        <EmptyState isBoxed title={t(`empty.${list}`)} />
      ) : (
        <div className="mt-5 grid items-start gap-4 lg:grid-cols-2">
          {checks.map((check) => (
            <CheckCard key={check.id} check={check} list={list} address={address} result={result} />
          ))}
        </div>
      )}
    </>
  )
}
