import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { isPermitted, requireStaff } from "~/domain/core/actor/guards"
import { DeskReplyForm, maxMessage, NoteForm, TicketChangeForm, TicketStateForm } from "~/domain/support/tickets/schema"
import { getDeskThread, replyToTicket } from "~/domain/support/tickets/staff.server"
import { addNote, changeTicket, getTicketSide } from "~/domain/support/tickets/staff-actions.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { KeyLegend } from "~/features/back-office/key-legend"
import { ReplyForm, type ReplyIntent } from "~/features/back-office/tickets/reply-form"
import { TicketAside, type TicketAsideIntent } from "~/features/back-office/tickets/ticket-aside"
import { ticketsPath } from "~/features/back-office/tickets/ticket-table"
import { useSentCount } from "~/features/back-office/tickets/use-sent-count"
import { useKeys } from "~/features/back-office/use-keys"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { ThreadMessages } from "~/features/support/tickets/thread"
import { TicketState } from "~/features/support/tickets/ticket-state"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { linkFor } from "~/page-permission.server"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { useActionToast } from "~/remix/use-action-toast"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["admin", "admin-tickets", "admin-users", "admin-review", "support", "errors"] }

export const loader = withStaff(async ({ ctx, params }) => {
  const { reference = "" } = params
  const actor = requireStaff(ctx, "tickets.read")
  const [thread, side] = await Promise.all([getDeskThread(ctx, reference), getTicketSide(ctx, reference)])
  const title = translator(ctx.locale, "support")(`categories.${thread.category as "other"}`)
  const mayReply = isPermitted(actor, "tickets.reply")
  const { member } = side
  const links = {
    member: member && linkFor(actor, `/dashboard/admin/users/${member.id}`),
    review: member?.profile ? linkFor(actor, `/dashboard/admin/profiles/${member.profile.id}/review`) : null,
  }
  const mayReadBilling = isPermitted(actor, "billing.read")
  return { title, thread, side, me: actor.user.id, maxLength: maxMessage, mayReply, mayReadBilling, links }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const { reference = "" } = params
  const t = translator(ctx.locale, "admin-tickets")
  const done = (message: string) => data<FormResult>({ message })
  return byIntent<ReplyIntent | TicketAsideIntent>(args, {
    reply: (args) =>
      submitForm(args, DeskReplyForm, async (reply) => {
        await replyToTicket(ctx, reference, reply)
        return done(t("reply.sent"))
      }),
    change: (args) =>
      submitForm(args, TicketChangeForm, async (change) => {
        await changeTicket(ctx, reference, change)
        return done(t("changed"))
      }),
    state: (args) =>
      submitForm(args, TicketStateForm, async (change) => {
        await changeTicket(ctx, reference, change)
        return done(t(change.state === "closed" ? "is_closed" : "is_open"))
      }),
    note: (args) =>
      submitForm(args, NoteForm, async ({ note }) => {
        await addNote(ctx, reference, note)
        return done(t("notes.added"))
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DeskTicketPage() {
  const { t } = useTranslation(["admin-tickets", "admin-review"])
  const { title, thread, side, me, maxLength, mayReply, mayReadBilling, links } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  const resultOf = useFormResults()
  const sent = useSentCount(resultOf("reply"))
  useActionToast(result)
  useKeys()
  const address = `${ticketsPath}/${thread.reference}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Breadcrumbs
          label={t("crumbs")}
          items={[
            { label: t("title"), to: ticketsPath },
            { label: thread.reference, to: address },
          ]}
        />
        {mayReply && (
          <div className="ml-auto">
            <KeyLegend
              keys={[
                { keys: ["M"], text: t("take") },
                { keys: ["I"], text: t("answers.title") },
                { keys: ["X"], text: t("close") },
              ]}
            />
          </div>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <h1 className="text-office-title">{title}</h1>
        <TicketState state={thread.state} />
      </div>
      <FormNotice result={result} />
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <ThreadMessages messages={thread.messages} author={thread.name} />
          {mayReply && (
            <ReplyForm
              key={sent}
              ticket={thread}
              answers={side.answers}
              address={address}
              maxLength={maxLength}
              result={resultOf("reply")}
            />
          )}
        </div>
        <TicketAside
          ticket={thread}
          address={address}
          me={me}
          mayReply={mayReply}
          mayReadBilling={mayReadBilling}
          links={links}
          resultOf={resultOf}
          {...side}
        />
      </div>
    </>
  )
}
