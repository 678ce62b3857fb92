import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { caseLists } from "~/domain/safety/cases/lists"
import { findNextCase, listCases } from "~/domain/safety/cases/staff.server"
import { casesPath } from "~/features/back-office/cases/case-badges"
import { CaseList } from "~/features/back-office/cases/case-list"
import { DeskListTitle } from "~/features/back-office/desk-list-title"
import { DeskPages } from "~/features/back-office/desk-pages"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-cases", "admin-review", "safety", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  // Leads to the most urgent case that nobody else works on, other than the one that it names.
  const after = query.get("next")
  const next = after === null ? null : await findNextCase(ctx, after)
  if (next !== null) throw redirect(`${casesPath}/${next}`)
  const list = caseLists.find((one) => one === query.get("list")) ?? "open"
  const page = await listCases(ctx, list, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-cases")("title"), list, ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CasesPage() {
  const { t } = useTranslation("admin-cases")
  const { title, list, data, next_cursor } = useLoaderData<typeof loader>()
  const address = (more: Record<string, string>) => `${casesPath}?${new URLSearchParams({ list, ...more })}`
  return (
    <>
      <DeskListTitle title={title}>
        {list === "open" && data.length > 0 && (
          <ButtonLink to={`${casesPath}?next=`} size="small">
            {t("start")}
          </ButtonLink>
        )}
      </DeskListTitle>
      <Tabs
        label={t("tabs")}
        items={caseLists.map((one) => ({
          to: address({ list: one }),
          label: t(`lists.${one}`),
          isCurrent: one === list,
        }))}
        className="mt-4 mb-6"
      />
      {data.length === 0 ? <EmptyState isBoxed title={t(`empty.${list}`)} /> : <CaseList cases={data} />}
      <DeskPages address={address} next={next_cursor} />
    </>
  )
}
