import { Form } from "@remix-run/react"
import type { DeskMail, DeskState } from "~/domain/mail/desk"
import { formatDate, formatNumber, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** The mails of one state, and what staff may do with each. */
export function MailTable({ mails, state, address }: { mails: DeskMail[]; state: DeskState; address: string }) {
  const { t } = useTranslation("admin-mail")
  return (
    <Table
      label={t(`tabs.${state}`)}
      head={
        <>
          <HeadCell>{t("columns.template")}</HeadCell>
          <HeadCell>{t("columns.recipient")}</HeadCell>
          <HeadCell isNumeric>{t("columns.attempts")}</HeadCell>
          <HeadCell>{t("columns.error")}</HeadCell>
          <HeadCell>{t(`columns.when.${state}`)}</HeadCell>
          <HeadCell>
            <span className="sr-only">{t("columns.acts")}</span>
          </HeadCell>
        </>
      }
    >
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} address={address} />
      ))}
    </Table>
  )
}

function MailRow({ mail, address }: { mail: DeskMail; address: string }) {
  const { t } = useTranslation("admin-mail")
  const locale = useLocale()
  const { id, template, recipient, attempts, last_error, next_attempt_at: at } = mail
  return (
    <Row>
      <Cell isRowHeader className="whitespace-nowrap">
        {template}
      </Cell>
      <Cell className="whitespace-nowrap">{recipient}</Cell>
      <Cell isNumeric>{formatNumber(attempts, locale)}</Cell>
      <Cell className="min-w-60 text-ink2 wrap-anywhere">{last_error ?? t("no_error")}</Cell>
      <Cell className="whitespace-nowrap text-ink2">
        <time dateTime={new Date(at).toISOString()}>
          {formatDate(at, locale, "short")}, {formatTime(at, locale)}
        </time>
      </Cell>
      <Cell>
        <Form method="post" action={address} className="flex justify-end gap-2">
          <input type="hidden" name="id" value={id} />
          <Button
            type="submit"
            name="intent"
            value="retry"
            size="small"
            aria-label={t("retry_named", { template, recipient })}
          >
            {t("retry")}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="drop"
            size="small"
            variant="danger"
            aria-label={t("drop_named", { template, recipient })}
          >
            {t("drop")}
          </Button>
        </Form>
      </Cell>
    </Row>
  )
}
