import { data, type HeadersFunction, type MetaFunction, redirectDocument } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import type * as z from "zod"
import { startImpersonation } from "~/domain/accounts/impersonation/impersonation.server"
import { EndSessionForm, StaffReasonForm } from "~/domain/accounts/schema"
import { endMemberSession, signOutMember } from "~/domain/accounts/staff/sign-out-member.server"
import type { BillingAction, MemberAction } from "~/domain/back-office/members/members"
import { getMemberPage } from "~/domain/back-office/members/members.server"
import { GrantPageForm, RefundPageForm, ReplayPageForm } from "~/domain/billing/staff/action-forms"
import { endGrants, grantPremium, refundInvoice, replayEvent } from "~/domain/billing/staff/members.server"
import { ReasonForm } from "~/domain/billing/staff/schema"
import {
  closeAccount,
  liftClosure,
  limitMember,
  restoreMember,
  suspendMember,
  warnMember,
} from "~/domain/safety/sanctions/sanctions.server"
import { ClosureForm, LimitForm, RestoreForm, SuspensionForm, WarningForm } from "~/domain/safety/sanctions/schema"
import type { ActionIntent } from "~/features/back-office/users/action-form"
import { MemberPage } from "~/features/back-office/users/member-page"
import { translator } from "~/i18n/i18n.server"
import { linkFor } from "~/page-permission.server"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import type { PageArgs } from "~/remix/page.server"
import { withStaff } from "~/remix/staff-page.server"

export const handle = {
  i18n: ["admin-users", "admin-kit", "admin-staff", "admin-cases", "safety", "member", "settings", "errors"],
}

const desk = "/dashboard/admin"

export const loader = withStaff(async ({ ctx, params, request }) => {
  const page = await getMemberPage(ctx, params.id ?? "")
  const linkTo = (path: string) => linkFor(ctx.actor, path)
  const { profile } = page.member
  const isOver = new URL(request.url).searchParams.get("notice") === "over"
  return {
    ...page,
    title: page.member.name,
    isOver,
    links: {
      staff: linkTo(`${desk}/staff`),
      tickets: linkTo(`${desk}/tickets`),
      review: profile && linkTo(`${desk}/profiles/${profile.id}/review`),
    },
  }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const id = params.id ?? ""
  const t = translator(ctx.locale, "admin-users")
  const done = (name: Exclude<MemberAction, "sign_in_as"> | BillingAction | "propose" | "end_session" | "request") =>
    data<FormResult>({ message: t(`done.${name}`) })
  const act =
    <Schema extends z.ZodType>(
      name: Parameters<typeof done>[0],
      schema: Schema,
      run: (form: z.output<Schema>) => Promise<void>,
    ) =>
    (one: PageArgs) =>
      submitForm(one, schema, async (form) => {
        await run(form)
        return done(name)
      })
  return byIntent<ActionIntent | BillingAction>(args, {
    sign_in_as: (one) =>
      submitForm(one, StaffReasonForm, async ({ reason }) => {
        await startImpersonation(ctx, id, reason)
        // A new document: nothing of the staff member's own pages stays in memory.
        throw redirectDocument("/profile")
      }),
    warn: act("warn", WarningForm, (form) => warnMember(ctx, id, form)),
    limit: act("limit", LimitForm, (form) => limitMember(ctx, id, form)),
    suspend: act("suspend", SuspensionForm, (form) => suspendMember(ctx, id, form)),
    restore: act("restore", RestoreForm, (form) => restoreMember(ctx, id, form)),
    sign_out: act("sign_out", StaffReasonForm, ({ reason }) => signOutMember(ctx, id, reason)),
    end_session: act("end_session", EndSessionForm, ({ session, reason }) =>
      endMemberSession(ctx, id, session, reason),
    ),
    lift: act("lift", StaffReasonForm, (reason) => liftClosure(ctx, id, reason)),
    close: (one) =>
      submitForm(one, ClosureForm, async (form) => {
        const { state } = await closeAccount(ctx, id, form)
        return done(state === "closed" ? "close" : "propose")
      }),
    refund: (one) =>
      submitForm(one, RefundPageForm, async ({ id: invoice, ...form }) => {
        const { state } = await refundInvoice(ctx, invoice, form)
        return done(state === "done" ? "refund" : "request")
      }),
    grant: (one) =>
      submitForm(one, GrantPageForm, async (form) => {
        const { state } = await grantPremium(ctx, id, form)
        return done(state === "done" ? "grant" : "request")
      }),
    grant_end: act("grant_end", ReasonForm, ({ reason }) => endGrants(ctx, id, reason)),
    replay: act("replay", ReplayPageForm, ({ id, reason }) => replayEvent(ctx, id, reason)),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function UserPage() {
  const { title, links, ...page } = useLoaderData<typeof loader>()
  return <MemberPage key={page.member.id} {...page} links={links} title={title} />
}
