import type { ShownChange, ShownSetting } from "~/domain/core/settings/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { useSettingLabels } from "./setting-labels"

/** The intent of the list's forms. */
export type RestoreIntent = "restore"

/** The latest changes of a group, each of which can be made again. */
export function ChangeList({ changes, settings }: { changes: ShownChange[]; settings: ShownSetting[] }) {
  const { t } = useTranslation("admin-settings")
  const locale = useLocale()
  const wordsOf = useSettingLabels()
  const columns = [t("history.when"), t("history.who"), t("history.field"), t("history.value")]
  return (
    <div className="mt-12">
      <h2 className="text-body font-semibold">{t("history.title")}</h2>
      {changes.length === 0 ? (
        <p className="mt-3 text-ui text-ink2">{t("history.none")}</p>
      ) : (
        <Table
          label={t("history.title")}
          className="relative mt-3"
          head={
            <>
              {columns.map((name) => (
                <HeadCell key={name}>{name}</HeadCell>
              ))}
              <HeadCell>
                <span className="sr-only">{t("history.restore")}</span>
              </HeadCell>
            </>
          }
        >
          {changes.map(({ id, key, value, staff, created_at, can_restore }) => {
            const setting = settings.find((one) => one.key === key)
            return (
              <Row key={id}>
                <Cell isRowHeader className="whitespace-nowrap">
                  {formatDate(created_at, locale, "short")}, {formatTime(created_at, locale)}
                </Cell>
                <Cell>{staff ?? t("history.nobody")}</Cell>
                <Cell>{t(`fields.${key}.label`)}</Cell>
                <Cell className="wrap-anywhere">{wordsOf(setting?.kind ?? "text", value)}</Cell>
                <Cell className="text-right">
                  {can_restore && (
                    <Form method="post">
                      <input type="hidden" name="key" value={key} />
                      <input type="hidden" name="change" value={id} />
                      <input type="hidden" name="version" value={setting?.version ?? 0} />
                      <Button type="submit" name="intent" value="restore" size="small">
                        {t("history.restore")}
                      </Button>
                    </Form>
                  )}
                </Cell>
              </Row>
            )
          })}
        </Table>
      )}
    </div>
  )
}
