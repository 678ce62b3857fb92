import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { isSignedIn } from "~/domain/core/actor/actor"
import { MemberContactForm, maxMessage, TicketsQuery, VisitorContactForm } from "~/domain/support/tickets/schema"
import { listTickets, openTicket } from "~/domain/support/tickets/service.server"
import { ContactPage } from "~/features/support/tickets/contact-page"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["support", "captcha", "errors"] }

/** Members are limited by account and need no captcha. */
export const loader = withContext(async ({ ctx, context, request }) => {
  const { "contact.email": email, "contact.authorities": authorities } = ctx.settings
  const title = translator(ctx.locale, "support")("title")
  const shared = { title, maxLength: maxMessage, addresses: { email, authorities } }
  if (!isSignedIn(ctx.actor)) return { ...shared, sender: null, tickets: null, captcha: context.captcha() }
  const query = TicketsQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) throw new AppError("cursor.invalid")
  const { cursor = null } = query.data
  const { name, email: own } = ctx.actor.user
  const tickets = { ...(await listTickets(ctx, cursor)), isLater: cursor !== null }
  return { ...shared, sender: { name, email: own }, tickets, captcha: null }
})

export const action = withContext((args) => {
  const isMember = isSignedIn(args.ctx.actor)
  return submitForm(args, isMember ? MemberContactForm : VisitorContactForm, async (form) => {
    const reference = await openTicket(args.ctx, form)
    throw redirect(isMember ? `/contact/${reference}` : `/contact/sent/${reference}`)
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ContactRoute() {
  const { title: _, ...props } = useLoaderData<typeof loader>()
  return <ContactPage {...props} result={useActionData<typeof action>()} />
}
