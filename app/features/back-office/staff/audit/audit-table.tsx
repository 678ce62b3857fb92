import type { TrailEntry } from "~/domain/back-office/audit/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

interface AuditTableProps {
  entries: TrailEntry[]
  title: string
  /** The page of an entry that is still in the database. */
  pathOf?: (seq: number) => string
}

/** Entries of the audit log as sentences; each unfolds to what is stored. */
export function AuditTable({ entries, title, pathOf }: AuditTableProps) {
  const { t } = useTranslation("admin-audit")
  const columns = ["at", "action", "reason", "stored"] as const
  return (
    <Table isStacked label={title} head={columns.map((name) => <HeadCell key={name}>{t(`columns.${name}`)}</HeadCell>)}>
      {entries.map(({ seq, at, sentence, reason, action, target, details }) => (
        <Row key={seq} data-item="">
          <Cell data-label={t("columns.at")} className="whitespace-nowrap text-ink2">
            <EntryTime at={at} to={pathOf?.(seq)} />
          </Cell>
          <Cell data-label={t("columns.action")} className="wrap-anywhere">
            {/* One element: a stacked row lays out each of a cell's own. */}
            <span>
              {sentence.map(({ text, to }) =>
                to ? (
                  <AppLink key={text} to={to} prefetch="none" className="link">
                    {text}
                  </AppLink>
                ) : (
                  text
                ),
              )}
            </span>
          </Cell>
          <Cell data-label={t("columns.reason")} className="wrap-anywhere text-ink2">
            {reason}
          </Cell>
          <Cell data-label={t("columns.stored")} className="text-mute">
            <details>
              <summary className="touch-target wrap-anywhere">{action}</summary>
              <p className="mt-1 max-w-80 pb-2 wrap-anywhere">
                {target}
                <br />
                {details}
              </p>
            </details>
          </Cell>
        </Row>
      ))}
    </Table>
  )
}

/** When something happened, as the link to its entry. */
function EntryTime({ at, to }: { at: number; to: string | undefined }) {
  const locale = useLocale()
  const time = (
    <time dateTime={new Date(at).toISOString()}>{`${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`}</time>
  )
  if (to === undefined) return time
  return (
    <AppLink
      to={to}
      prefetch="none"
      aria-keyshortcuts="E"
      className="touch-target rounded-badge underline-offset-4 hover:underline"
    >
      {time}
    </AppLink>
  )
}
