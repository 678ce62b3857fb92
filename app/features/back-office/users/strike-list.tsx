import type { RuleStrikes, Step } from "~/domain/decisions/strikes"
import { useTranslation } from "~/i18n/use-translation"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { useMoment } from "./use-moment"

/** Returns a function that names a step of the ladder. */
export function useStep(): (step: Step) => string {
  const { t } = useTranslation("admin-users")
  return (step) =>
    step.act === "suspend" ? t("strikes.steps.suspend", { count: step.days }) : t(`strikes.steps.${step.act}`)
}

/** The rules that the member broke in the last twelve months, and what is suggested if it happens again. */
export function StrikeList({ rules }: { rules: readonly RuleStrikes[] }) {
  const { t } = useTranslation("admin-users")
  const moment = useMoment()
  const stepOf = useStep()
  const broken = rules.filter(({ strikes }) => strikes > 0)
  return (
    <div className="mt-10">
      <h2 className="text-subsection">{t("strikes.title")}</h2>
      <p className="mt-1.5 max-w-2xl text-ui text-ink2">{t("strikes.about")}</p>
      {broken.length === 0 ? (
        <EmptyState isBoxed title={t("strikes.empty")} className="mt-4" />
      ) : (
        <Table
          label={t("strikes.title")}
          isStacked
          className="mt-4"
          head={
            <>
              <HeadCell>{t("strikes.rule")}</HeadCell>
              <HeadCell>{t("strikes.count")}</HeadCell>
              <HeadCell>{t("strikes.latest")}</HeadCell>
              <HeadCell>{t("strikes.until")}</HeadCell>
              <HeadCell>{t("strikes.next")}</HeadCell>
            </>
          }
        >
          {broken.map(({ policy, name, strikes, latest_at, counts_until, next }) => (
            <Row key={policy}>
              <Cell isRowHeader>{name}</Cell>
              <Cell data-label={t("strikes.count")}>{strikes}</Cell>
              <Cell data-label={t("strikes.latest")}>{latest_at !== null && moment(latest_at)}</Cell>
              <Cell data-label={t("strikes.until")}>{counts_until !== null && moment(counts_until)}</Cell>
              <Cell data-label={t("strikes.next")}>{stepOf(next)}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </div>
  )
}
