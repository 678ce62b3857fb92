import type { MemberSanction } from "~/domain/back-office/members/desk"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { useMoment } from "./use-moment"

const tones = { pending: "warn", active: "bad", lifted: "outlined", expired: "neutral" } as const

/** Sanctions against the member, latest first. */
export function SanctionHistory({ sanctions }: { sanctions: readonly MemberSanction[] }) {
  const { t } = useTranslation("admin-users")
  return (
    <div className="mt-10">
      <h2 className="text-subsection">{t("sanctions.title")}</h2>
      {sanctions.length === 0 ? (
        <EmptyState isBoxed title={t("sanctions.empty")} className="mt-4" />
      ) : (
        <Table
          label={t("sanctions.title")}
          isStacked
          className="mt-4"
          head={
            <>
              <HeadCell>{t("sanctions.at")}</HeadCell>
              <HeadCell>{t("sanctions.kind")}</HeadCell>
              <HeadCell>{t("sanctions.state")}</HeadCell>
              <HeadCell>{t("sanctions.until")}</HeadCell>
              <HeadCell>{t("sanctions.by")}</HeadCell>
              <HeadCell>{t("sanctions.reason")}</HeadCell>
            </>
          }
        >
          {sanctions.map((sanction) => (
            <SanctionRow key={sanction.id} sanction={sanction} />
          ))}
        </Table>
      )}
    </div>
  )
}

function SanctionRow({ sanction }: { sanction: MemberSanction }) {
  const { t } = useTranslation("admin-users")
  const moment = useMoment()
  const { kind, state, reason, staff_name, second_staff_id, second_staff_name, expires_at, created_at, ended_at } =
    sanction
  const people = [staff_name ?? t("gone"), ...(second_staff_id ? [second_staff_name ?? t("gone")] : [])]
  const end = ended_at ?? expires_at
  return (
    <Row>
      <Cell isRowHeader className="whitespace-nowrap align-top">
        {moment(created_at)}
      </Cell>
      <Cell data-label={t("sanctions.kind")} className="align-top">
        {t(`sanctions.kinds.${kind}`)}
      </Cell>
      <Cell data-label={t("sanctions.state")} className="align-top">
        <Badge tone={tones[state]}>{t(`sanctions.states.${state}`)}</Badge>
      </Cell>
      <Cell data-label={t("sanctions.until")} className="align-top sm:whitespace-nowrap">
        {end === null ? t("sanctions.no_end") : moment(end)}
      </Cell>
      <Cell data-label={t("sanctions.by")} className="align-top">
        {people.join(", ")}
      </Cell>
      <Cell data-label={t("sanctions.reason")} className="min-w-56 align-top whitespace-pre-line wrap-anywhere">
        {reason}
      </Cell>
    </Row>
  )
}
