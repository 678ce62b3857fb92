import { measures, type Statistics } from "~/domain/profiles/statistics/measures"
import { formatDate, formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Disclosure } from "~/ui/overlay/disclosure"
import { HeadCell, Row, Table } from "~/ui/table"

/** The numbers behind the charts, the latest first. */
export function StatisticsTable({ statistics: { series, by } }: { statistics: Statistics }) {
  const { t } = useTranslation("statistics")
  const locale = useLocale()
  return (
    <Disclosure look="group" title={t("table.title")}>
      <Table
        label={t("table.title")}
        isPlain
        head={
          <>
            <HeadCell>{t(`table.${by}`)}</HeadCell>
            {measures.map((measure) => (
              <HeadCell key={measure} isNumeric>
                {t(`measures.${measure}`)}
              </HeadCell>
            ))}
          </>
        }
      >
        {series.toReversed().map(({ day, ...counts }) => (
          <Row key={day}>
            <th scope="row" className="h-10 px-3 font-normal whitespace-nowrap">
              {formatDate(Date.parse(day), locale, "short")}
            </th>
            {measures.map((measure) => (
              <td key={measure} className="px-3 text-right">
                {counts[measure] === null ? t("few") : formatNumber(counts[measure], locale)}
              </td>
            ))}
          </Row>
        ))}
      </Table>
    </Disclosure>
  )
}
