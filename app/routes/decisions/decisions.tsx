import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listDecisions } from "~/domain/decisions/decisions.server"
import { DecisionList } from "~/features/decisions/decision-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["decisions", "settings", "common"] }

export const loader = withContext(async ({ ctx, request }) => {
  const page = await listDecisions(ctx, new URL(request.url).searchParams.get("cursor"))
  return { title: translator(ctx.locale, "decisions")("title"), ...page }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function DecisionsPage() {
  const { t } = useTranslation(["decisions", "settings"])
  const { title, data, next_cursor } = useLoaderData<typeof loader>()
  return (
    <div className="page-container max-w-[44rem]! pt-10 md:pt-16">
      <p className="text-ui">
        <AppLink to="/profile/settings/privacy" className="link touch-target">
          {t("settings:sections.privacy")}
        </AppLink>
      </p>
      <h1 className="mt-2 text-page-title">{title}</h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      {data.length === 0 ? (
        <EmptyState title={t("empty.title")} isBoxed className="mt-8">
          {t("empty.text")}
        </EmptyState>
      ) : (
        <DecisionList decisions={data} />
      )}
      {next_cursor && (
        <p className="mt-6 text-ui">
          <AppLink to={`/profile/decisions?${new URLSearchParams({ cursor: next_cursor })}`} className="link">
            {t("earlier")}
          </AppLink>
        </p>
      )}
    </div>
  )
}
