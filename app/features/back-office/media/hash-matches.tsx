import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AppLink } from "~/ui/navigation/app-link"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

interface Match {
  id: string
  profile_id: string
  case_reference: string
  details: string
  created_at: number
}

/** Quarantined photos with the report of each: what the list says, and never the picture. */
export function HashMatches({ matches }: { matches: Match[] }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  if (matches.length === 0) return <EmptyState isBoxed title={t("matches.none")} />
  const columns = [t("matches.report"), t("matches.details"), t("matches.profile"), t("matches.at")]
  return (
    <>
      <p className="measure mb-4 text-ui text-ink2">{t("matches.lead")}</p>
      <Table label={t("lists.matches")} head={columns.map((name) => <HeadCell key={name}>{name}</HeadCell>)}>
        {matches.map(({ id, profile_id, case_reference, details, created_at: at }) => (
          <Row key={id}>
            <Cell isRowHeader className="whitespace-nowrap">
              <AppLink to={`/dashboard/admin/cases/${case_reference}`} className="link">
                {case_reference}
              </AppLink>
            </Cell>
            <Cell className="min-w-60">{details}</Cell>
            <Cell>
              <AppLink to={`/dashboard/admin/profiles/${profile_id}/review`} className="link">
                {t("matches.open")}
              </AppLink>
            </Cell>
            <Cell className="whitespace-nowrap text-ink2">
              {formatDate(at, locale, "short")}, {formatTime(at, locale)}
            </Cell>
          </Row>
        ))}
      </Table>
    </>
  )
}
