import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { JoinForm as JoinSchema } from "~/domain/accounts/schema"
import { consentVersions, join } from "~/domain/accounts/sign-up/join.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { JoinPage } from "~/features/accounts/auth/join-page"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { submitForm } from "~/remix/form.server"
import { storeReturnPath } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["join", "account-access", "captcha", "errors"] }

/** `?back=` is the page to return to after joining. */
export const loader = withContext(async ({ ctx, context, request }) => {
  if (isSignedIn(ctx.actor)) throw redirect("/profile")
  storeReturnPath(context.cookies, new URL(request.url).searchParams.get("back"))
  const termsVersion = formatDate(Date.parse(consentVersions.terms), ctx.locale, "month", "UTC")
  return { title: translator(ctx.locale, "join")("title"), termsVersion, captcha: context.captcha() }
})

/** Leads to one page for known and unknown addresses: only the mail differs. */
export const action = withContext((args) =>
  submitForm(args, JoinSchema, async (form) => {
    const { signupId, secret } = await join(args.ctx, form)
    args.context.cookies.writeSignup(secret)
    throw redirect(`/auth/emails/sent/${signupId}`)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function BecomeMemberPage() {
  const { termsVersion, captcha } = useLoaderData<typeof loader>()
  return <JoinPage result={useActionData<typeof action>()} termsVersion={termsVersion} captcha={captcha} />
}
