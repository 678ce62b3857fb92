import { updatesOf } from "~/domain/core/settings/form"
import type { ShownSetting } from "~/domain/core/settings/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Banner } from "~/ui/feedback/banner"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { useSettingLabels } from "./setting-labels"

/** Values that somebody else saved first, beside the typed ones, field by field. */
export function ConflictTable({ settings, typed }: { settings: ShownSetting[]; typed: Record<string, string> }) {
  const { t } = useTranslation("admin-settings")
  const wordsOf = useSettingLabels()
  const yours = updatesOf(settings, typed)
  return (
    <div role="alert" className="mt-6 max-w-3xl">
      <Banner tone="warn" fact={t("conflict.title")}>
        {t("conflict.text")}
      </Banner>
      <Table
        label={t("conflict.title")}
        className="mt-3"
        head={[t("conflict.field"), t("conflict.theirs"), t("conflict.yours")].map((name) => (
          <HeadCell key={name}>{name}</HeadCell>
        ))}
      >
        {settings.flatMap(({ key, kind, value }) => {
          const update = yours[key]
          if (!update) return []
          return (
            <Row key={key}>
              <Cell isRowHeader>{t(`fields.${key}.label`)}</Cell>
              <Cell>{wordsOf(kind, value)}</Cell>
              <Cell>{wordsOf(kind, update.value)}</Cell>
            </Row>
          )
        })}
      </Table>
    </div>
  )
}
