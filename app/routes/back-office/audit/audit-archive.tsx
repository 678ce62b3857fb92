import type { MetaFunction } from "@remix-run/cloudflare"
import { Form, useLoaderData } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { listWholeTrail } from "~/domain/back-office/audit/trail.server"
import { AuditSearch, filtersOf } from "~/domain/core/audit/schema"
import { DeskPages } from "~/features/back-office/desk-pages"
import { AuditTable } from "~/features/back-office/staff/audit/audit-table"
import { DateField } from "~/features/shell/dates/date-field"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { TextField } from "~/ui/form/field"

export const handle = { i18n: ["admin", "admin-audit", "admin-review"] }

const place = "/dashboard/admin/audit/archive"

export const loader = withStaff(async ({ ctx, request }) => {
  const params = new URL(request.url).searchParams
  const search = AuditSearch.parse(Object.fromEntries(params))
  const page = await listWholeTrail(ctx, filtersOf(search), params.get("cursor"))
  return { title: translator(ctx.locale, "admin-audit")("title"), search, ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AuditArchivePage() {
  const { t } = useTranslation("admin-audit")
  const { title, search, data: entries, next_cursor: next } = useLoaderData<typeof loader>()
  const typed = Object.entries(search).filter((filter): filter is [string, string] => filter[1] !== undefined)
  const address = (more: Record<string, string>) =>
    `${place}?${new URLSearchParams([...typed, ...Object.entries(more)])}`
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="measure mt-2 text-ui text-ink2">{t("lead")}</p>
      <SearchForm search={search} />
      {entries.length > 0 ? (
        <AuditTable entries={entries} title={title} />
      ) : (
        <EmptyState isBoxed title={t(next ? "empty.more" : "empty.none")} />
      )}
      <DeskPages address={address} next={next} />
    </>
  )
}

function SearchForm({ search }: { search: AuditSearch }) {
  const { t } = useTranslation("admin-audit")
  return (
    <Form method="get" role="search" aria-label={t("search.label")} className="my-5 flex flex-wrap items-end gap-3">
      <TextField name="record" label={t("search.record")} defaultValue={search.record} maxLength={64} />
      <TextField name="actor" label={t("search.actor")} defaultValue={search.actor} maxLength={64} />
      <TextField name="action" label={t("search.action")} defaultValue={search.action} maxLength={64} />
      <DateField
        key={search.until}
        name="until"
        label={t("search.until")}
        defaultValue={search.until}
        className="w-72"
      />
      <Button type="submit" icon={<Search />}>
        {t("search.submit")}
      </Button>
    </Form>
  )
}
