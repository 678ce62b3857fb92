import type { PeriodLine } from "~/domain/safety/transparency/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { periodName } from "./period-name"

const tones: Record<PeriodLine["state"], BadgeTone> = { draft: "warn", published: "ok", superseded: "outlined" }

/** The state of a period's figures in a word. */
export function PeriodState({ state }: Pick<PeriodLine, "state">) {
  const { t } = useTranslation("admin-transparency")
  return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
}

/** The periods with figures, one a row. */
export function PeriodsTable({ periods }: { periods: PeriodLine[] }) {
  const { t } = useTranslation("admin-transparency")
  const locale = useLocale()
  const names = ["period", "state", "drafted", "published"] as const
  return (
    <Table
      isStacked
      label={t("title")}
      className="mt-6 max-w-3xl"
      head={names.map((name) => <HeadCell key={name}>{t(`columns.${name}`)}</HeadCell>)}
    >
      {periods.map(({ id, period, state, drafted_at, published_at }) => (
        <Row key={id}>
          <Cell isRowHeader data-label={t("columns.period")}>
            <AppLink to={`/dashboard/admin/transparency/${id}`} className="link">
              {periodName(period, locale)}
            </AppLink>
          </Cell>
          <Cell data-label={t("columns.state")}>
            <PeriodState state={state} />
          </Cell>
          <Cell data-label={t("columns.drafted")}>{formatDate(drafted_at, locale, "date")}</Cell>
          <Cell data-label={t("columns.published")}>
            {published_at === null ? (
              <span className="text-mute">{t("not_yet")}</span>
            ) : (
              formatDate(published_at, locale, "date")
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
