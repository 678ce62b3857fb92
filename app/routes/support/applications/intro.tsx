import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { isEditable, isOver } from "~/domain/support/applications/policy"
import { findOwnApplication, withdrawApplication } from "~/domain/support/applications/service.server"
import { aboutPage } from "~/features/shell/page-head.server"
import { IntroPage } from "~/features/support/applications/intro-page"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import type { FormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"

export const handle = { i18n: ["casting", "errors"] }

/** Returns the state of the application that decides where the page leads. */
async function findApplicationStage({ ctx, context }: PageArgs) {
  if (ctx.actor.kind !== "visitor" && ctx.actor.user.workshop) return { kind: "listed" as const }
  const application = await findOwnApplication(ctx, context.cookies.readApplication())
  if (!application || isOver(application.state)) return { kind: "new" as const }
  const { id, reference, state, expires_at } = application
  if (state === "draft") return { kind: "draft" as const, id, expires_at }
  return { kind: "sent" as const, reference, isEditable: isEditable(state) }
}

export const loader = withContext(async (args) => {
  const { ctx, context } = args
  const t = translator(ctx.locale, "casting")
  const thing = { "@type": "WebPage", name: t("title"), url: `${ctx.site.origin(ctx.locale)}/casting` }
  return {
    title: t("title"),
    stage: await findApplicationStage(args),
    isMember: ctx.actor.kind !== "visitor",
    about: aboutPage(ctx, context.app, { description: t("lead"), thing }),
  }
})

/** Deletes the draft, with its pictures. */
export const action = withContext((args) =>
  submitForm(args, z.object({}), async () => {
    const { ctx, context } = args
    const stage = await findApplicationStage(args)
    if (stage.kind !== "draft") throw new AppError("request.not_found")
    await withdrawApplication(ctx, context.cookies.readApplication(), stage.id)
    context.cookies.clearApplication()
    throw redirect("/casting")
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CastingRoute() {
  const { stage, isMember } = useLoaderData<typeof loader>()
  return <IntroPage stage={stage} isMember={isMember} result={useActionData<FormResult>()} />
}
