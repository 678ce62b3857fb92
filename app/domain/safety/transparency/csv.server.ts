import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../../core/context"
import { csvOf } from "../../core/shared/csv"
import { type Shown, tableNames } from "./figures"
import type { GroupKey, PartKey } from "./labels"
import type { PublishedFigures } from "./schema"

/** Returns published figures as CSV: a row for each number, as the page shows it. */
export function transparencyCsv(
  { locale }: Pick<Ctx, "locale">,
  { period, shown, recipients }: PublishedFigures,
): string {
  const t = translator(locale, "transparency")
  const cell = (value: Shown) => (typeof value === "number" ? value : t(`hidden.${value}`))
  const header = [t("csv.period"), t("csv.table"), t("csv.group"), t("csv.part"), t("csv.value")]
  const rows = tableNames.flatMap((name) => {
    const { total, groups, median } = shown[name]
    const table = t(`tables.${name}.title`)
    return [
      [period, table, "", t("total"), cell(total)],
      ...(median === null ? [] : [[period, table, "", t("csv.median"), median]]),
      ...Object.entries(groups).flatMap(([group, parts]) =>
        Object.entries(parts).map(([part, value]) => [
          period,
          table,
          t(`groups.${group}` as GroupKey),
          t(`parts.${group}.${part}` as PartKey),
          cell(value),
        ]),
      ),
    ]
  })
  const stated = recipients === null ? [] : [[period, t("recipients.title"), "", t("total"), cell(recipients)]]
  return csvOf([header, ...rows, ...stated], locale)
}
