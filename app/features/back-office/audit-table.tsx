import type { AuditLogEntry } from "~/domain/core/audit/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** Entries of the audit log, by their ids: those of years ago may name what no longer exists. */
export function AuditTable({ entries }: { entries: AuditLogEntry[] }) {
  const { t } = useTranslation("admin-audit")
  const locale = useLocale()
  const columns = ["at", "action", "record", "actor", "reason"] as const
  return (
    <Table
      isStacked
      label={t("title")}
      head={columns.map((name) => <HeadCell key={name}>{t(`columns.${name}`)}</HeadCell>)}
    >
      {entries.map(({ seq, at, action, target, actor_id, reason }) => (
        <Row key={seq}>
          <Cell data-label={t("columns.at")}>{`${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`}</Cell>
          <Cell data-label={t("columns.action")}>{action}</Cell>
          <Cell data-label={t("columns.record")} className="wrap-anywhere">{`${target.kind} ${target.id}`}</Cell>
          <Cell data-label={t("columns.actor")} className="wrap-anywhere">
            {actor_id ?? t("system")}
          </Cell>
          <Cell data-label={t("columns.reason")}>{reason}</Cell>
        </Row>
      ))}
    </Table>
  )
}
