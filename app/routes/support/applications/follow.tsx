import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { isSignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { findProvenApplicant } from "~/domain/support/applications/join-linked.server"
import {
  claimLinked,
  editLinked,
  findLinkedApplication,
  withdrawLinked,
} from "~/domain/support/applications/links.server"
import { type Beginning, type StatusIntent, StatusPage } from "~/features/support/applications/status-page"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["casting", "errors"] }

const pathOf = (token: string) => `/casting/follow/${encodeURIComponent(token)}`

/** Returns how the profile of an accepted application begins for the holder of a link. */
async function beginningOf(ctx: Ctx, token: string): Promise<Beginning> {
  if (isSignedIn(ctx.actor)) return "account"
  const applicant = await findProvenApplicant(ctx, token)
  if (!applicant) return "any_account"
  return applicant.isMember ? "log_in" : "join"
}

/** The private link of a mail. Opening it changes nothing: mail scanners follow links too. */
export const loader = withContext(async ({ ctx, params }) => {
  const token = params.token ?? ""
  const t = translator(ctx.locale, "casting")
  const [application, catalog, beginning] = await Promise.all([
    findLinkedApplication(ctx, token),
    findCatalog(ctx),
    beginningOf(ctx, token),
  ])
  if (!application) return data({ title: t("follow.gone_title"), linked: null }, 410)
  return data({ title: t("status.title"), linked: { application, beginning, ...catalog, path: pathOf(token) } })
})

export const action = withContext((args) => {
  const { ctx, context, params } = args
  const token = params.token ?? ""
  return byIntent<StatusIntent>(args, {
    edit: (args) =>
      submitForm(args, z.object({}), async () => {
        const secret = await editLinked(ctx, token)
        if (secret) context.cookies.writeApplication(secret)
        else if (!isSignedIn(ctx.actor)) throw redirectToLogin(args, "/casting/you")
        throw redirect("/casting/you")
      }),
    claim: (args) =>
      submitForm(args, z.object({}), async () => {
        const beginning = await beginningOf(ctx, token)
        if (beginning === "join") throw redirect(`${pathOf(token)}/join`)
        if (beginning !== "account") throw redirectToLogin(args, pathOf(token))
        await claimLinked(ctx, token)
        throw redirect("/profile/escort")
      }),
    withdraw: (args) =>
      submitForm(args, z.object({}), async () => {
        await withdrawLinked(ctx, token)
        return data<FormResult>({ message: translator(ctx.locale, "casting")("status.withdrawn") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function FollowPage() {
  const { t } = useTranslation("casting")
  const { linked } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  if (linked) return <StatusPage {...linked} showsPictures={false} result={result} />
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title">{t("follow.gone_title")}</h1>
      <p className="measure mt-4 text-body text-ink2">{t("follow.gone_lead")}</p>
      <ButtonLink to="/contact" className="mt-8">
        {t("follow.ask")}
      </ButtonLink>
    </div>
  )
}
