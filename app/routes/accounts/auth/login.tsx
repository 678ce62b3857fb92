import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData } from "@remix-run/react"
import { Credentials } from "~/domain/accounts/schema"
import { signIn } from "~/domain/accounts/sign-in/sign-in.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { LoginForm, type LoginResult } from "~/features/accounts/auth/login-form"
import { LoginPanel } from "~/features/accounts/auth/login-panel"
import { LanguageSwitch } from "~/features/shell/language/language-switch"
import { Logo } from "~/features/shell/logo"
import { QuickExit } from "~/features/shell/safety"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { isAppError } from "~/lib/errors"
import { fieldProblems } from "~/lib/field-problems"
import { leaveLogin, storeReturnPath } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { errorMessage, type PageArgs, withContext } from "~/remix/page.server"
import { readAction } from "~/remix/read-form.server"

export const handle = { i18n: ["auth", "account-access", "errors"] }

/** `?back=` is the page to return to. */
export const loader = withContext(async ({ ctx, context, request }) => {
  if (isSignedIn(ctx.actor)) throw redirect("/profile")
  storeReturnPath(context.cookies, new URL(request.url).searchParams.get("back"))
  return { title: translator(ctx.locale, "auth")("title") }
})

/** Signs in and redirects to the stored path, or to the member area (product-spec 2). */
export const action = withContext(async (args: PageArgs) => {
  const { ctx, context } = args
  const form = await readAction(args)
  const email = String(form.get("email") ?? "")
  const credentials = Credentials.safeParse(Object.fromEntries(form))
  if (!credentials.success) return failed(422, { email, problems: fieldProblems(credentials.error) })
  try {
    const result = await signIn(ctx, credentials.data, "web")
    if ("secondStep" in result) {
      context.cookies.writeSignIn(result.secondStep.challenge)
      storeReturnPath(context.cookies, form.get("back"))
      throw redirect("/auth/second-factor")
    }
    context.cookies.writeSession(result.token)
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error
    context.log.code = error.code
    return failed(error.status, { email, message: errorMessage(ctx, error) }, error.retryAfter)
  }
  throw leaveLogin(context.cookies, form.get("back"))
})

function failed(status: number, result: LoginResult, retryAfter?: number) {
  return data(result, { status, headers: retryAfter ? { "Retry-After": String(retryAfter) } : {} })
}

/** Retry-After, which a document does not copy from its action by itself. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function LoginPage() {
  const { t } = useTranslation("auth")
  return (
    <div className="page-container flex grow flex-col">
      <header className="sticky top-0 z-40 flex h-(--header-height) shrink-0 items-center gap-4 bg-paper">
        <Logo />
        <QuickExit />
        <LanguageSwitch className="ml-auto flex" />
      </header>
      <div className="m-auto w-full max-w-220 py-8">
        <div className="overflow-hidden rounded-panel border border-line bg-surface">
          <LoginPanel heading={<h1 className="text-page-title">{t("welcome")}</h1>} lead={t("lead")}>
            <LoginForm result={useActionData<typeof action>()} />
          </LoginPanel>
        </div>
      </div>
    </div>
  )
}
