import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { caseLists, parseAbout } from "~/domain/safety/cases/lists"
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
import { AppLink } from "~/ui/navigation/app-link"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["admin", "admin-cases", "admin-review", "safety", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  // Leads to the most urgent case that nobody else works on, other than the one that it names.
  const after = query.get("next")
  const next = after === null ? null : await findNextCase(ctx, after)
  if (next !== null) throw redirect(`${casesPath}/${next}`)
  const list = caseLists.find((one) => one === query.get("list")) ?? "open"
  const about = parseAbout(query.get("about"))
  const page = await listCases(ctx, { list, about }, query.get("cursor"))
  return { title: translator(ctx.locale, "admin-cases")("title"), list, about, ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CasesPage() {
  const { t } = useTranslation("admin-cases")
  const { title, list, about, data, next_cursor } = useLoaderData<typeof loader>()
  const filter: Record<string, string> = about ? { list, about: `${about.kind}:${about.id}` } : { list }
  const address = (more: Record<string, string>) => `${casesPath}?${new URLSearchParams({ ...filter, ...more })}`
  return (
    <>
      <DeskListTitle title={title}>
        {list === "open" && !about && data.length > 0 && (
          <ButtonLink to={`${casesPath}?next=`} size="small">
            {t("start")}
          </ButtonLink>
        )}
      </DeskListTitle>
      {about && (
        <p className="mt-2 text-ui text-ink2">
          {t(`only.${about.kind}`)}{" "}
          <AppLink to={casesPath} className="link">
            {t("only.none")}
          </AppLink>
        </p>
      )}
      <Tabs
        label={t("tabs")}
        items={caseLists.map((one) => ({
          to: address({ list: one }),
          label: t(`lists.${one}`),
          isCurrent: one === list,
        }))}
        className="mt-4 mb-6"
      />
      {data.length === 0 ? (
        <EmptyState isBoxed title={t(about ? "only.empty" : `empty.${list}`)} />
      ) : (
        <CaseList cases={data} />
      )}
      <DeskPages address={address} next={next_cursor} />
    </>
  )
}
