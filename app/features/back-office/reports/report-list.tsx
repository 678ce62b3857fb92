import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Clock from "lucide-react/icons/clock"
import type { DeskReport } from "~/domain/safety/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"

export const reportsPath = "/dashboard/admin/reports"

const tones = { P0: "bad", P1: "warn", P2: "neutral", P3: "neutral" } as const

/** The priority of a report, and until when it has to be looked at. */
export function ReportDeadline({ report }: { report: DeskReport }) {
  const { t } = useTranslation("admin-reports")
  const locale = useLocale()
  const { priority, is_overdue, due_at, state } = report
  const time = `${formatDate(due_at, locale, "short")}, ${formatTime(due_at, locale)}`
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={tones[priority]}>{priority}</Badge>
      {state === "received" && (
        <Badge
          tone={is_overdue ? "bad" : "outlined"}
          icon={is_overdue ? <CircleAlert aria-hidden /> : <Clock aria-hidden />}
          className="h-auto! min-h-6 max-sm:whitespace-normal"
        >
          {is_overdue ? t("overdue", { time }) : t("due", { time })}
        </Badge>
      )}
    </span>
  )
}

/** Reports, the most urgent first: each row is a link. */
export function ReportList({ reports }: { reports: DeskReport[] }) {
  const { t } = useTranslation(["admin-reports", "safety"])
  return (
    <ol aria-label={t("title")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {reports.map((report) => (
        <li key={report.reference}>
          <AppLink
            to={`${reportsPath}/${report.reference}`}
            data-item
            className="grid items-center gap-x-4 gap-y-1.5 px-4 py-3 text-ui outline-offset-[-3px] transition-colors hover:bg-sunk md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)_auto]"
          >
            <span className="min-w-0">
              <span className="block font-medium">{t(`safety:report.categories.${report.category}`)}</span>
              <span className="block text-meta text-mute">{report.reference}</span>
            </span>
            <span className="line-clamp-2 text-ink2 wrap-anywhere">{report.details || report.about}</span>
            <ReportDeadline report={report} />
          </AppLink>
        </li>
      ))}
    </ol>
  )
}
