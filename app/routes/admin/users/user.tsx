import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import type * as z from "zod"
import { BanForm, StaffReasonForm } from "~/domain/accounts/schema"
import { signOutMember } from "~/domain/accounts/staff/sign-out-member.server"
import { isPermitted } from "~/domain/actor/guards"
import type { MemberAct } from "~/domain/member/desk"
import { getMemberPage } from "~/domain/member/desk.server"
import { banMember, liftBan } from "~/domain/moderation/bans.server"
import { closeAccount, restoreMember, suspendMember, warnMember } from "~/domain/moderation/sanctions/sanctions.server"
import { ClosureForm, RestoreForm, SuspensionForm, WarningForm } from "~/domain/moderation/sanctions/schema"
import { MemberPage } from "~/features/admin/users/member-page"
import { translator } from "~/i18n/i18n.server"
import { policyOf } from "~/page-policy"
import type { FormResult } from "~/remix/form"
import { byIntent, type FormHandler, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import type { PageArgs } from "~/remix/page.server"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin-users", "admin-kit", "admin-staff", "member", "errors"] }

const desk = "/dashboard/admin"

export const loader = withStaff(async ({ ctx, params }) => {
  const page = await getMemberPage(ctx, params.id ?? "")
  /** Null for a page that the reader may not open. */
  const linkTo = (path: string) => {
    const { permission } = policyOf(path)
    return permission && isPermitted(ctx.actor, permission) ? path : null
  }
  const { profile } = page.member
  return {
    ...page,
    title: page.member.name,
    links: {
      staff: linkTo(`${desk}/staff`),
      tickets: linkTo(`${desk}/tickets`),
      reports: linkTo(`${desk}/reports`),
      review: profile && linkTo(`${desk}/profiles/${profile.id}/review`),
    },
  }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const id = params.id ?? ""
  const t = translator(ctx.locale, "admin-users")
  const done = (name: MemberAct | "propose") => data<FormResult>({ message: t(`done.${name}`) })
  const act =
    <Schema extends z.ZodType>(name: MemberAct, schema: Schema, run: (form: z.output<Schema>) => Promise<void>) =>
    (one: PageArgs) =>
      submitForm(one, schema, async (form) => {
        await run(form)
        return done(name)
      })
  return byIntent(args, {
    warn: act("warn", WarningForm, (form) => warnMember(ctx, id, form)),
    suspend: act("suspend", SuspensionForm, (form) => suspendMember(ctx, id, form)),
    restore: act("restore", RestoreForm, (form) => restoreMember(ctx, id, form)),
    sign_out: act("sign_out", StaffReasonForm, ({ reason }) => signOutMember(ctx, id, reason)),
    lift: act("lift", StaffReasonForm, ({ reason }) => liftBan(ctx, id, reason)),
    ban: act("ban", BanForm, (form) => banMember(ctx, id, form)),
    close: (one) =>
      submitForm(one, ClosureForm, async (form) => {
        const { state } = await closeAccount(ctx, id, form)
        return done(state === "closed" ? "close" : "propose")
      }),
  } satisfies Record<MemberAct, FormHandler>)
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function UserPage() {
  const { title, links, ...page } = useLoaderData<typeof loader>()
  return <MemberPage key={page.member.id} {...page} links={links} title={title} />
}
