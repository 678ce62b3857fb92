import type { MemberPage } from "~/domain/member/desk"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { Card } from "~/ui/card"
import { Disclosure } from "~/ui/overlay/disclosure"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { type Fact, FactList } from "./fact-list"
import { useMoment } from "./use-moment"

type Billing = NonNullable<MemberPage["billing"]>

const tones = { received: "outlined", processed: "ok", ignored: "neutral", failed: "bad" } as const

/** Their plan, what it gives them and why, and what the payment provider reported. */
export function MemberBilling({ billing, entitlements, events }: Billing) {
  const { t } = useTranslation("admin-users")
  const moment = useMoment()
  const { plan, complimentary_until } = billing
  const facts: Fact[] = [[t("plan.name"), plan ? (plan.name ?? t("plan.unknown")) : t("plan.none")]]
  if (plan) {
    const { status, started_at, period_ends_at, ends_at } = plan
    facts.push([t("plan.status"), t(`plan.states.${status}`)], [t("plan.started"), moment(started_at)])
    facts.push(ends_at === null ? [t("plan.renews"), moment(period_ends_at)] : [t("plan.ends"), moment(ends_at)])
  }
  if (complimentary_until !== null) facts.push([t("plan.given"), moment(complimentary_until)])
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
      <FactList id="plan" title={t("plan.title")} facts={facts}>
        <h3 className="mt-5 text-meta font-medium">{t("entitlements.title")}</h3>
        <ul className="mt-2 space-y-2 text-ui">
          {entitlements.map(({ rule, stripe_price, holds, sentence }) => (
            <li key={`${rule} ${stripe_price}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone={holds ? "ok" : "outlined"}>{t(holds ? "entitlements.yes" : "entitlements.no")}</Badge>
              <span className="min-w-0 wrap-anywhere">{sentence}</span>
            </li>
          ))}
        </ul>
      </FactList>
      <Card>
        <h2 className="text-card-title">{t("events.title")}</h2>
        {events.length === 0 ? (
          <p className="mt-4 text-ui text-ink2">{t("events.empty")}</p>
        ) : (
          <div className="mt-4">
            <Disclosure look="group" title={t("events.show", { count: events.length })}>
              <Events events={events} />
            </Disclosure>
          </div>
        )}
      </Card>
    </div>
  )
}

function Events({ events }: Pick<Billing, "events">) {
  const { t } = useTranslation("admin-users")
  const moment = useMoment()
  return (
    <Table
      label={t("events.title")}
      isStacked
      head={
        <>
          <HeadCell>{t("events.at")}</HeadCell>
          <HeadCell>{t("events.type")}</HeadCell>
          <HeadCell>{t("events.state")}</HeadCell>
        </>
      }
    >
      {events.map(({ id, type, state, happened_at, last_error }) => (
        <Row key={id}>
          <Cell isRowHeader className="whitespace-nowrap">
            {moment(happened_at)}
          </Cell>
          <Cell data-label={t("events.type")}>
            <code className="wrap-anywhere">{type}</code>
          </Cell>
          <Cell data-label={t("events.state")}>
            <Badge tone={tones[state]}>{t(`events.states.${state}`)}</Badge>
            {last_error && <span className="block text-bad wrap-anywhere">{last_error}</span>}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
