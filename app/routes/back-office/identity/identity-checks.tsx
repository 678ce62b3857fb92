import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { Form, useActionData, useLoaderData, useSearchParams } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { useState } from "react"
import { readWithReason } from "~/domain/core/audit/access-reason.server"
import { AccessReason } from "~/domain/core/audit/schema"
import { DeskQuery } from "~/domain/verification/identity/schema"
import {
  confirmCheck,
  listChecks,
  openDesk,
  refuseStaffCheck,
  reopenCheck,
  revokeCheck,
} from "~/domain/verification/identity/staff.server"
import { ConfirmForm, ReasonForm, RefuseForm } from "~/domain/verification/identity/staff-forms"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { type AccessIntent, ReasonedDesk } from "~/features/back-office/access-reason-form"
import { DeskPages } from "~/features/back-office/desk-pages"
import { CheckCard, type CheckIntent, type CheckList } from "~/features/back-office/identity/check-card"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { TextField } from "~/ui/form/field"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-identity", "admin-review", "errors"] }

const place = "/dashboard/admin/identity"
const lists: readonly CheckList[] = ["requested", "verified", "refused"]

export const loader = withStaff(async ({ ctx, request }) => {
  const params = new URL(request.url).searchParams
  const query = DeskQuery.catch({ list: "requested", q: "" }).parse(Object.fromEntries(params))
  const page = await readWithReason(listChecks(ctx, query, params.get("cursor")))
  return { title: translator(ctx.locale, "admin-identity")("title"), ...query, page }
})

export const action = withStaff((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "admin-identity")
  return byIntent<AccessIntent | CheckIntent>(args, {
    access: (args) =>
      submitForm(args, AccessReason, async (reason) => {
        await openDesk(ctx, reason)
        return data<FormResult>({ message: translator(ctx.locale, "admin")("access.recorded") })
      }),
    confirm: (args) =>
      submitForm(args, ConfirmForm, async ({ id, confirmation }) => {
        const { is_confirmed_once, status } = await confirmCheck(ctx, id, confirmation)
        if (status === "refused") return data<FormResult>({ message: t("done.shared") })
        return data<FormResult>({ message: t(is_confirmed_once ? "done.confirmed_once" : "done.confirmed") })
      }),
    refuse: (args) =>
      submitForm(args, RefuseForm, async ({ id, ...refusal }) => {
        await refuseStaffCheck(ctx, id, refusal)
        return data<FormResult>({ message: t("done.refused") })
      }),
    revoke: (args) =>
      submitForm(args, ReasonForm, async ({ id, ...reason }) => {
        await revokeCheck(ctx, id, reason)
        return data<FormResult>({ message: t("done.revoked") })
      }),
    reopen: (args) =>
      submitForm(args, ReasonForm, async ({ id, ...reason }) => {
        await reopenCheck(ctx, id, reason)
        return data<FormResult>({ message: t("done.reopened") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function IdentityDeskPage() {
  const { t } = useTranslation("admin-identity")
  const { title, list, q, page } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  const [query] = useSearchParams()
  const address = (more: Record<string, string>) =>
    `${place}?${new URLSearchParams({ list, ...(q !== "" && { q }), ...more })}`
  const cursor = query.get("cursor")
  // An act returns to the page of the list that it was on.
  const current = address(cursor === null ? {} : { cursor })
  const shown = useLastPage(page, current)
  return (
    <ReasonedDesk
      title={title}
      lead={t("lead")}
      question={page ? null : { title: t("access.title"), submit: t("access.submit") }}
      address={current}
      result={result}
    >
      {shown && (
        <>
          <Tabs
            label={t("tabs")}
            items={lists.map((one) => ({
              to: address({ list: one }),
              label: t(`lists.${one}`),
              isCurrent: one === list,
            }))}
            className="mt-4"
          />
          <SearchForm list={list} q={q} />
          <FormNotice result={result} />
          {shown.data.length === 0 ? (
            <EmptyState isBoxed title={q === "" ? t(`empty.${list}`) : t("search.none")} />
          ) : (
            <div className="mt-5 grid items-start gap-4 lg:grid-cols-2">
              {shown.data.map((check) => (
                <CheckCard key={check.id} check={check} list={list} address={current} result={result} />
              ))}
            </div>
          )}
          <DeskPages address={address} next={shown.next_cursor} />
        </>
      )}
    </ReasonedDesk>
  )
}

/** Returns the page, or, once the reader's reason no longer holds, the one that they are typing in. */
function useLastPage<Page>(page: Page | null, address: string): Page | null {
  const [last, setLast] = useState({ page, address })
  if (page && (page !== last.page || address !== last.address)) setLast({ page, address })
  return page ?? (last.address === address ? last.page : null)
}

function SearchForm({ list, q }: { list: CheckList; q: string }) {
  const { t } = useTranslation("admin-identity")
  return (
    <Form method="get" role="search" aria-label={t("search.label")} className="my-5 flex flex-wrap items-start gap-3">
      <input type="hidden" name="list" value={list} />
      <TextField
        key={q}
        label={t("search.label")}
        hint={t("search.hint")}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={80}
        icon={<Search />}
        autoComplete="off"
        className="min-w-[min(15rem,100%)] grow sm:max-w-96"
      />
      <Button type="submit" className="sm:mt-6.5">
        {t("search.submit")}
      </Button>
    </Form>
  )
}
