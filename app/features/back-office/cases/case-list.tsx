import type { CaseLine } from "~/domain/safety/cases/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { CaseBadges, casesPath } from "./case-badges"

/** Cases, the most urgent first: each row is a link. */
export function CaseList({ cases }: { cases: CaseLine[] }) {
  const { t } = useTranslation(["admin-cases", "safety"])
  return (
    <ol aria-label={t("title")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {cases.map((found) => (
        <li key={found.reference}>
          <AppLink
            to={`${casesPath}/${found.reference}`}
            data-item
            className="grid items-center gap-x-4 gap-y-1.5 px-4 py-3 text-ui outline-offset-[-3px] transition-colors hover:bg-sunk md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,20rem)_minmax(9rem,1fr)_auto]"
          >
            <span className="min-w-0">
              <span className="block font-medium">{t(`safety:report.categories.${found.category}`)}</span>
              <span className="block text-meta text-mute">{found.reference}</span>
            </span>
            <span className="min-w-0 text-ink2">
              <span className="line-clamp-2 wrap-anywhere">
                {t(`subjects.${found.text ?? found.subject_kind}`, { name: found.subject || t("subjects.gone") })}
              </span>
              <span className="block text-meta text-mute">{t("reports.count", { count: found.reports })}</span>
            </span>
            <span className="md:col-span-full xl:col-auto">
              <CaseBadges found={found} />
            </span>
          </AppLink>
        </li>
      ))}
    </ol>
  )
}
