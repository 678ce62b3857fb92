import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { isPermitted } from "~/domain/core/actor/guards"
import { AppealAnswer } from "~/domain/safety/appeals/schema"
import { decideAppeal, getAppeal } from "~/domain/safety/appeals/staff.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { AppealDecision } from "~/features/back-office/appeals/appeal-decision"
import { appealsPath } from "~/features/back-office/appeals/appeal-list"
import { PermittedLink } from "~/features/back-office/permitted-link"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { Statement } from "~/features/decisions/statement"
import { formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-appeals", "decisions", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const appeal = await getAppeal(ctx, params.reference ?? "")
  const links = {
    member:
      appeal.member_id && isPermitted(ctx.actor, "members.read") ? `/dashboard/admin/users/${appeal.member_id}` : null,
    case:
      appeal.case_reference && isPermitted(ctx.actor, "reports.read")
        ? `/dashboard/admin/cases/${appeal.case_reference}`
        : null,
  }
  return { title: translator(ctx.locale, "decisions")(`kinds.${appeal.kind}`), appeal, links }
})

export const action = withStaff((args) =>
  submitForm(args, AppealAnswer, async (answer) => {
    await decideAppeal(args.ctx, args.params.reference ?? "", answer)
    return data<FormResult>({ message: translator(args.ctx.locale, "admin-appeals")("done") })
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AppealPage() {
  const { t } = useTranslation(["admin-appeals", "decisions"])
  const locale = useLocale()
  const { title, appeal, links } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  const { reference, created_at: at, body, decision } = appeal
  const address = `${appealsPath}/${reference}`
  return (
    <>
      <Breadcrumbs
        label={t("crumbs")}
        items={[
          { label: t("title"), to: appealsPath },
          { label: reference, to: address },
        ]}
      />
      <h1 className="mt-4 text-office-title">{title}</h1>
      <p className="mt-2 text-meta text-mute">
        {t("waits", { time: `${formatDate(at, locale, "short")}, ${formatTime(at, locale)}` })}
      </p>
      <FormNotice result={result} />
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <section aria-labelledby="theirs">
            <h2 id="theirs" className="text-body font-semibold">
              {t("theirs")}
            </h2>
            <p className="measure mt-2 text-body wrap-anywhere whitespace-pre-line">{body}</p>
          </section>
          <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-ui">
            {links.member && <PermittedLink to={links.member}>{t("member")}</PermittedLink>}
            {links.case && <PermittedLink to={links.case}>{t("case")}</PermittedLink>}
          </p>
          <section aria-labelledby="contested" className="mt-8 border-t border-line pt-6">
            <h2 id="contested" className="text-body font-semibold">
              {t("contested")}
            </h2>
            <Statement decision={decision} isNested />
          </section>
        </div>
        <AppealDecision appeal={appeal} address={address} result={result} />
      </div>
    </>
  )
}
