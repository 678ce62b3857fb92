import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listInvoices } from "~/domain/billing/billing.server"
import { yearOf, yearsOf } from "~/domain/billing/invoices.server"
import { InvoicesQuery } from "~/domain/billing/schema"
import { InvoiceList } from "~/features/billing/invoice-list"
import { MembershipFrame } from "~/features/billing/membership-frame"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"
import { ChipLink } from "~/ui/chip"
import { Banner } from "~/ui/feedback/banner"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["billing"] }

export const loader = withContext(async ({ ctx, request }) => {
  const search = new URL(request.url).searchParams
  const { year } = InvoicesQuery.parse(Object.fromEntries(search))
  const invoices = await listInvoices(ctx)
  const years = yearsOf(invoices)
  const groups = years
    .filter((one) => !year || one === year)
    .map((one) => ({ year: one, invoices: invoices.filter(({ issued_at }) => yearOf(issued_at) === one) }))
  // The address to which a file's link returns when the file cannot be fetched.
  const hasFailed = search.has("failed")
  return { groups, years, year: year ?? null, hasFailed, title: translator(ctx.locale, "billing")("invoices.title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function InvoicesPage() {
  const { t } = useTranslation("billing")
  const { groups, years, year, hasFailed, title } = useLoaderData<typeof loader>()
  return (
    <MembershipFrame current="invoices" title={title} lead={years.length > 0 && t("invoices.lead")}>
      {hasFailed && (
        <Banner tone="bad" fact={t("invoices.failed")} className="mt-8">
          {t("invoices.failed_hint")}
        </Banner>
      )}
      {years.length > 0 ? (
        <Years years={years} chosen={year} />
      ) : (
        <EmptyState
          isBoxed
          title={t("invoices.empty")}
          className="mt-8"
          button={<ButtonLink to="/profile/plans">{t("current.to_plans")}</ButtonLink>}
        >
          {t("invoices.empty_hint")}
        </EmptyState>
      )}
      {groups.map((group) => (
        <InvoiceList key={group.year} {...group} />
      ))}
      {years.length > 0 && groups.length === 0 && year && (
        <p className="mt-8 text-body text-ink2">{t("invoices.empty_year", { year })}</p>
      )}
    </MembershipFrame>
  )
}

function Years({ years, chosen }: { years: number[]; chosen: number | null }) {
  const { t } = useTranslation("billing")
  if (years.length < 2 && !chosen) return null
  return (
    <nav aria-label={t("invoices.year")} className="mt-8">
      <ul className="flex flex-wrap gap-2">
        <li>
          <ChipLink to="/profile/invoices" isActive={!chosen}>
            {t("invoices.all")}
          </ChipLink>
        </li>
        {years.map((year) => (
          <li key={year}>
            <ChipLink to={`/profile/invoices?year=${year}`} isActive={year === chosen}>
              {year}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
