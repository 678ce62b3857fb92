import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { isSignedIn } from "~/domain/core/actor/actor"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { claimOwn, mailLink } from "~/domain/support/applications/links.server"
import { findOwnApplication, withdrawApplication } from "~/domain/support/applications/service.server"
import { type Beginning, type StatusIntent, StatusPage } from "~/features/support/applications/status-page"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"

export const handle = { i18n: ["casting", "errors"] }

/** Returns the application that this browser, or this member, has sent. */
async function findSent({ ctx, context }: PageArgs) {
  const application = await findOwnApplication(ctx, context.cookies.readApplication())
  if (!application || application.state === "draft") throw redirect("/casting")
  return application
}

export const loader = withContext(async (args) => {
  const [application, catalog] = await Promise.all([findSent(args), findCatalog(args.ctx)])
  const { actor, locale } = args.ctx
  const beginning: Beginning = isSignedIn(actor) ? "account" : "mail"
  return { title: translator(locale, "casting")("status.title"), application, beginning, ...catalog }
})

export const action = withContext((args) => {
  const { ctx, context } = args
  return byIntent<StatusIntent>(args, {
    edit: (args) =>
      submitForm(args, z.object({}), async () => {
        await findSent(args)
        throw redirect("/casting/you")
      }),
    claim: (args) =>
      submitForm(args, z.object({}), async () => {
        const secret = context.cookies.readApplication()
        if (isSignedIn(ctx.actor)) {
          await claimOwn(ctx, secret)
          throw redirect("/profile/escort")
        }
        await mailLink(ctx, secret)
        return data<FormResult>({ message: translator(ctx.locale, "casting")("status.link_sent") })
      }),
    withdraw: (args) =>
      submitForm(args, z.object({}), async () => {
        const { id } = await findSent(args)
        await withdrawApplication(ctx, context.cookies.readApplication(), id)
        return data<FormResult>({ message: translator(ctx.locale, "casting")("status.withdrawn") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function StatusRoute() {
  const { title: _, ...props } = useLoaderData<typeof loader>()
  return <StatusPage {...props} path="/casting/status" showsPictures result={useActionData<FormResult>()} />
}
