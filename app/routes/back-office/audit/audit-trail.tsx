import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import * as z from "zod"
import { TrailQuery } from "~/domain/back-office/audit/schema"
import { listTrail } from "~/domain/back-office/audit/trail.server"
import { startExport } from "~/domain/back-office/records/exports/exports.server"
import { readListQuery } from "~/domain/back-office/records/lists/list-query"
import { requireResource } from "~/domain/back-office/records/registry.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { DeskPages } from "~/features/back-office/desk-pages"
import { KeyLegend } from "~/features/back-office/key-legend"
import { AuditTable } from "~/features/back-office/staff/audit/audit-table"
import { trailAddress, trailPath } from "~/features/back-office/staff/audit/trail-address"
import { TrailFilters } from "~/features/back-office/staff/audit/trail-filters"
import { useKeys } from "~/features/back-office/use-keys"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { RequestId } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Button, ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["admin", "admin-audit", "admin-kit", "admin-review", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const params = new URL(request.url).searchParams
  const query = TrailQuery.parse(Object.fromEntries(params))
  const page = await listTrail(ctx, query, params.get("cursor"))
  return { title: requireResource("audit").many[ctx.locale], query, ...page }
})

export const action = withStaff((args) => {
  const resource = requireResource("audit")
  return byIntent<"export">(args, {
    export: (one) =>
      submitForm(one, z.object({}), async (): Promise<never> => {
        await startExport(one.ctx, resource, readListQuery(resource, new URLSearchParams()))
        throw redirect(`${trailPath}/exports`)
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AuditTrailPage() {
  const { t } = useTranslation(["admin-audit", "admin-kit"])
  const { title, query, data: entries, next_cursor: next, people } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useKeys("letters")
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-office-title">{title}</h1>
        <div className="flex flex-wrap items-center gap-2.5">
          <KeyLegend
            keys={[
              { keys: ["J", "K"], text: t("admin-kit:keys.move") },
              { keys: ["E"], text: t("admin-kit:keys.open") },
            ]}
          />
          <ButtonLink to={`${trailPath}/archive`}>{t("older")}</ButtonLink>
          <form method="post" action={trailPath}>
            <RequestId />
            <Button type="submit" name="intent" value="export" icon={<Download />}>
              {t("export")}
            </Button>
          </form>
        </div>
      </div>
      <FormNotice result={result} />
      <TrailFilters query={query} people={people} />
      <div className="mt-5">
        {entries.length > 0 ? (
          <AuditTable entries={entries} title={title} pathOf={(seq) => `${trailPath}/${seq}`} />
        ) : (
          <EmptyState isBoxed title={t("empty.none")} />
        )}
      </div>
      <DeskPages address={(more) => trailAddress(query, more)} next={next} />
    </>
  )
}
