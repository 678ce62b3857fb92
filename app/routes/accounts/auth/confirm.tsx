import { data, type HeadersFunction, type MetaFunction, redirect, redirectDocument } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ProofForm } from "~/domain/accounts/schema"
import { findHeldPath } from "~/domain/accounts/second-factor/held-action.server"
import { confirm, findConfirmation } from "~/domain/accounts/second-factor/reauthentication.server"
import { isSignedIn } from "~/domain/core/actor/actor"
import { AccessPage, AlternativeMethod } from "~/features/accounts/auth/access-page"
import { ProofForms, type ProofIntent } from "~/features/accounts/auth/proof-forms"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { safeRedirectPath } from "~/lib/paths"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, pageUrl, withContext } from "~/remix/page.server"

const page = "/auth/confirm"

export const handle = { i18n: ["second-factor", "account-access", "errors"] }

/**
 * With `?here`, the page of the act is still open, and this one leads nowhere: it is in another tab or, with
 * `?here=dialog`, in that page's dialog, which a redirect would close.
 */
const hereOf = (request: Request) => pageUrl(request).searchParams.get("here")

/** The token of the act that waits (page.server.ts). */
const actionOf = (request: Request) => pageUrl(request).searchParams.get("act")

/** The re-authentication before a sensitive act (page.server.ts); returns to the page of the act. */
export const loader = withContext(async (args) => {
  const { ctx, request } = args
  if (!isSignedIn(ctx.actor)) throw redirect("/auth/login")
  const asked = await findConfirmation(ctx)
  if (!asked && hereOf(request) === null) throw await leave(args)
  const title = translator(ctx.locale, "second-factor")(asked ? "confirm.title" : "confirm.done")
  return { methods: [], elsewhere: [], ...asked, isConfirmed: asked === null, act: actionOf(request), title }
})

export const action = withContext((args) =>
  byIntent<ProofIntent>(args, { password: prove, app: prove, recovery: prove, passkey: prove }),
)

function prove(args: PageArgs) {
  return submitForm(args, ProofForm, async (proof) => {
    await confirm(args.ctx, proof)
    const here = hereOf(args.request)
    if (here === "dialog") return data<FormResult>({})
    if (here !== null) throw redirect("/auth/confirm?here")
    throw await leave(args)
  })
}

/** Leads to the page of the act that waits, which does it (worker/middleware/held-action.ts), or to the one that led here. */
async function leave({ ctx, context: { cookies }, request }: PageArgs): Promise<Response> {
  const act = actionOf(request)
  const heldAt = act && safeRedirectPath(await findHeldPath(ctx, act))
  const back = safeRedirectPath(cookies.readReturnPath()) ?? "/profile/settings"
  cookies.clearReturnPath()
  if (!act || !heldAt) return redirect(back)
  cookies.writeAct(act)
  return redirectDocument(heldAt)
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ConfirmPage() {
  const { t } = useTranslation("second-factor")
  const { methods, elsewhere, isConfirmed, act, title } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (isConfirmed) return <AccessPage title={title} lead={t("confirm.done_lead")} />
  return (
    <AccessPage title={t("confirm.title")} lead={t(act ? "confirm.lead_held" : "confirm.lead")}>
      <ProofForms methods={methods} elsewhere={elsewhere} result={result} action={act ? `${page}?act=${act}` : page} />
      <AlternativeMethod question={t("confirm.question")} to="/profile/settings" label={t("confirm.back")} />
    </AccessPage>
  )
}
