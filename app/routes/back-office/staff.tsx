import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import {
  confirmFactorReset,
  proposeFactorReset,
  withdrawFactorReset,
} from "~/domain/accounts/staff/factor-resets.server"
import { grantRole, listStaff, revokeRole } from "~/domain/accounts/staff/grants.server"
import {
  GrantForm,
  grantableRoles,
  ResetConfirmationForm,
  ResetProposal,
  ResetSubject,
  RevokeForm,
} from "~/domain/accounts/staff/schema"
import { isPermitted } from "~/domain/core/actor/guards"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { type GrantIntent, GrantSection } from "~/features/back-office/staff/grant-section"
import type { ResetIntent } from "~/features/back-office/staff/staff-reset"
import { type RevokeIntent, StaffTable } from "~/features/back-office/staff/staff-table"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"

export const handle = { i18n: ["admin", "admin-staff", "errors"] }

export const loader = withStaff(async ({ ctx }) => ({
  title: translator(ctx.locale, "admin-staff")("title"),
  staff: await listStaff(ctx),
  mayGrant: isPermitted(ctx.actor, "staff.grant"),
  ownId: ctx.actor.kind === "staff" ? ctx.actor.user.id : null,
  roles: grantableRoles,
}))

export const action = withStaff((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "admin-staff")
  return byIntent<GrantIntent | RevokeIntent | ResetIntent>(args, {
    grant: (args) =>
      submitForm(args, GrantForm, async (form) => {
        await grantRole(ctx, form)
        return data<FormResult>({ message: t("granted") })
      }),
    propose_reset: (args) =>
      submitForm(args, ResetProposal, async ({ user, reason }) => {
        await proposeFactorReset(ctx, user, { reason })
        return data<FormResult>({ message: t("reset.proposed") })
      }),
    confirm_reset: (args) =>
      submitForm(args, ResetConfirmationForm, async ({ user, proposed_at }) => {
        await confirmFactorReset(ctx, user, { proposed_at })
        return data<FormResult>({ message: t("reset.confirmed") })
      }),
    withdraw_reset: (args) =>
      submitForm(args, ResetSubject, async ({ user }) => {
        await withdrawFactorReset(ctx, user)
        return data<FormResult>({ message: t("reset.withdrawn") })
      }),
    revoke: (args) =>
      submitForm(args, RevokeForm, async ({ id }) => {
        await revokeRole(ctx, id)
        return data<FormResult>({ message: t("revoked") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function StaffPage() {
  const { t } = useTranslation("admin-staff")
  const { title, staff, mayGrant, ownId, roles } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="mt-2 text-ui text-ink2">{t("lead")}</p>
      <FormNotice result={resultOf("revoke") ?? resultOf("confirm_reset") ?? resultOf("withdraw_reset")} />
      <div className="mt-6">
        <StaffTable staff={staff} ownId={ownId} mayRevoke={mayGrant} resetResult={resultOf("propose_reset")} />
      </div>
      {mayGrant && <GrantSection roles={roles} result={resultOf("grant")} />}
    </>
  )
}
