import type { MemberBilling } from "~/domain/back-office/members/members"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { Card } from "~/ui/card"
import { Disclosure } from "~/ui/overlay/disclosure"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { useMoment } from "../use-moment"
import { BillingActionForm } from "./billing-action-form"

type PaymentEventsProps = Pick<MemberBilling, "events"> & { mayReplay: boolean }

const tones = { received: "outlined", processed: "ok", ignored: "neutral", failed: "bad" } as const

/** Events of the payment provider; those that failed can be processed again. */
export function PaymentEvents({ events, mayReplay }: PaymentEventsProps) {
  const { t } = useTranslation("admin-users")
  const moment = useMoment()
  return (
    <Card as="section" aria-labelledby="events">
      <h2 id="events" className="text-card-title">
        {t("events.title")}
      </h2>
      {events.length === 0 ? (
        <p className="mt-4 text-ui text-ink2">{t("events.empty")}</p>
      ) : (
        <div className="mt-4">
          <Disclosure look="group" title={t("events.show", { count: events.length })}>
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
                    {mayReplay && (state === "failed" || state === "received") && (
                      <BillingActionForm action="replay" id={id} about={type} />
                    )}
                  </Cell>
                </Row>
              ))}
            </Table>
          </Disclosure>
        </div>
      )}
    </Card>
  )
}
