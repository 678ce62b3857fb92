import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { LinkedJoinForm } from "~/domain/accounts/schema"
import { consentVersions } from "~/domain/accounts/sign-up/join.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { findProvenApplicant, joinLinked } from "~/domain/support/applications/join-linked.server"
import { JoinForm } from "~/features/accounts/auth/join-page"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["casting", "join", "account-access", "captcha", "errors"] }

/** The application's page, which says what is possible where this one is not. */
const statusPath = ({ params }: PageArgs) => `/casting/follow/${encodeURIComponent(params.token ?? "")}`

/** Opening the link changes nothing: mail scanners follow links too. */
export const loader = withContext(async (args) => {
  const { ctx, context, params } = args
  const applicant = isSignedIn(ctx.actor) ? null : await findProvenApplicant(ctx, params.token ?? "")
  if (!applicant || applicant.isMember) throw redirect(statusPath(args))
  const { email, name } = applicant
  return {
    title: translator(ctx.locale, "casting")("join.title"),
    email,
    name,
    captcha: context.captcha(),
    statusPath: statusPath(args),
    termsVersion: formatDate(Date.parse(consentVersions.terms), ctx.locale, "month", "UTC"),
  }
})

/** Opens the account with its profile and goes on to the workshop. */
export const action = withContext((args) =>
  submitForm(args, LinkedJoinForm, async (form) => {
    const { ctx, context, params } = args
    if (isSignedIn(ctx.actor)) throw redirect(statusPath(args))
    const session = await joinLinked(ctx, params.token ?? "", form)
    if (session === null) throw redirect(statusPath(args))
    context.cookies.writeSession(session)
    throw redirect("/profile/escort")
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function JoinLinkedPage() {
  const { t } = useTranslation("casting")
  const { title, email, name, statusPath, ...form } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div className="page-container pt-10 *:max-w-[36rem] md:pt-16">
      <h1 className="text-page-title">{title}</h1>
      <p className="mt-4 text-lead text-ink2">{t("join.lead")}</p>
      <JoinForm {...form} result={result} proven={{ email, name }} />
      <p className="mt-6 text-ui text-ink2">
        <AppLink to={statusPath} className="link">
          {t("join.application")}
        </AppLink>
      </p>
    </div>
  )
}
