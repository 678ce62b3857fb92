import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import type { PublishedFigures } from "~/domain/safety/transparency/schema"
import { getPublishedTransparency } from "~/domain/safety/transparency/service.server"
import { Count, FiguresTables } from "~/features/safety/transparency/figures-tables"
import { PeriodLinks } from "~/features/safety/transparency/period-links"
import { periodName } from "~/features/safety/transparency/period-name"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { notValid, withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["transparency"] }

export const loader = withContext(async ({ ctx, request }) => {
  const period = new URL(request.url).searchParams.get("period")
  const { periods, published } = await getPublishedTransparency(ctx, period)
  if (period !== null && published === null) throw notValid(request)
  const t = translator(ctx.locale, "transparency")
  const title = period === null ? t("title") : t("period_title", { period: periodName(period, ctx.locale) })
  return { periods, published, title }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function TransparencyPage() {
  const { t } = useTranslation("transparency")
  const { periods, published } = useLoaderData<typeof loader>()
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title-large">{t("title")}</h1>
      <p className="measure mt-4 text-lead text-ink2">{t("lead")}</p>
      {published === null ? (
        <EmptyState isBoxed title={t("empty.title")} className="mt-8">
          {t("empty.text")}
        </EmptyState>
      ) : (
        <>
          <PeriodLinks periods={periods} current={published.period} />
          <Period published={published} />
        </>
      )}
    </div>
  )
}

function Period({ published }: { published: PublishedFigures }) {
  const { t } = useTranslation("transparency")
  const locale = useLocale()
  const { period, published_at, shown, reason, recipients } = published
  return (
    <section aria-labelledby="period" className="mt-10 border-t border-ink pt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="period" className="text-subsection">
          {t("period_title", { period: periodName(period, locale) })}
        </h2>
        <ButtonLink to={`/transparency.csv?period=${period}`} reloadDocument variant="ghost" icon={<Download />}>
          {t("csv.download")}
        </ButtonLink>
      </div>
      <p className="mt-2 text-meta text-mute">{t("published", { date: formatDate(published_at, locale, "date") })}</p>
      {reason !== null && (
        <Banner fact={t("corrected")} className="mt-5 max-w-3xl">
          <span className="wrap-anywhere">{reason}</span>
        </Banner>
      )}
      <p className="measure mt-5 text-ui text-ink2">{t("legend")}</p>
      <FiguresTables shown={shown} />
      {recipients !== null && (
        <section aria-labelledby="recipients" className="mt-12">
          <h2 id="recipients" className="text-section">
            {t("recipients.title")}
          </h2>
          <p className="measure mt-3 text-body text-ink2">{t("recipients.text")}</p>
          <p className="mt-5 text-subsection tabular-nums">
            <Count value={recipients} />
          </p>
        </section>
      )}
    </section>
  )
}
