import type {
  Figures,
  FigureTable,
  Shown,
  ShownFigures,
  ShownTable,
  TableName,
} from "~/domain/safety/transparency/figures"
import { tableNames } from "~/domain/safety/transparency/figures"
import type { GroupKey, PartKey } from "~/domain/safety/transparency/labels"
import { formatNumber } from "~/i18n/format"
import { formatWait } from "~/i18n/format-wait"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"

export interface FiguresTablesProps {
  shown: ShownFigures
  /** Every number, for staff: a column of its own. */
  full?: Figures
}

/** A period's figures: a section for each table, with its total, its median and its groups. */
export function FiguresTables({ shown, full }: FiguresTablesProps) {
  return tableNames.map((name) => <TableSection key={name} name={name} shown={shown[name]} full={full?.[name]} />)
}

interface TableSectionProps {
  name: TableName
  shown: ShownTable
  full?: FigureTable
}

/** The tables whose rows take time until they are closed. */
const timed: readonly TableName[] = ["notices", "appeals"]

function TableSection({ name, shown, full }: TableSectionProps) {
  const { t } = useTranslation("transparency")
  const locale = useLocale()
  const { total, groups, median } = shown
  return (
    <section aria-labelledby={name} className="mt-12">
      <h2 id={name} className="text-section">
        {t(`tables.${name}.title`)}
      </h2>
      <p className="measure mt-3 text-body text-ink2">{t(`tables.${name}.text`)}</p>
      <dl className="mt-5 flex flex-wrap gap-x-12 gap-y-4">
        <Fact term={t("total")} full={full && <Count value={full.total} />}>
          <Count value={total} />
        </Fact>
        {timed.includes(name) && (
          <Fact term={t("median")} full={full && full.median !== null && formatWait(full.median, locale)}>
            {median === null ? t("median_hidden") : formatWait(median, locale)}
          </Fact>
        )}
      </dl>
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 md:grid-cols-2">
        {Object.entries(groups).map(([group, parts]) => (
          <GroupTable key={group} table={name} group={group} parts={parts} full={full?.groups[group]} />
        ))}
      </div>
    </section>
  )
}

function Fact({ term, full, children }: { term: string; full?: React.ReactNode; children: React.ReactNode }) {
  const { t } = useTranslation("transparency")
  return (
    <div>
      <dt className="text-meta text-ink2">{term}</dt>
      <dd className="mt-1 text-subsection tabular-nums">{children}</dd>
      {full && (
        <dd className="text-meta text-mute tabular-nums">
          {t("full")} {full}
        </dd>
      )}
    </div>
  )
}

interface GroupTableProps {
  table: TableName
  group: string
  parts: Readonly<Record<string, Shown>>
  full?: Readonly<Record<string, number>>
}

const numberClass = "py-2 pl-4 text-right font-normal whitespace-nowrap tabular-nums"

function GroupTable({ table, group, parts, full }: GroupTableProps) {
  const { t } = useTranslation("transparency")
  return (
    <table className="w-full border-collapse text-left text-ui">
      <caption className="pb-2 text-left font-medium">
        <span className="sr-only">{t(`tables.${table}.title`)}: </span>
        {t(`groups.${group}` as GroupKey)}
      </caption>
      <thead className="border-y border-ink text-meta text-ink2">
        <tr>
          <th scope="col" className="py-2 font-normal">
            {t("name")}
          </th>
          <th scope="col" className={numberClass}>
            {t("number")}
          </th>
          {full && (
            <th scope="col" className={numberClass}>
              {t("full")}
            </th>
          )}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {Object.entries(parts).map(([part, value]) => (
          <tr key={part}>
            <th scope="row" className="py-2 font-normal">
              {t(`parts.${group}.${part}` as PartKey)}
            </th>
            <td className={classNames(numberClass, typeof value !== "number" && "text-mute")}>
              <Count value={value} />
            </td>
            {full && <td className={numberClass}>{full[part] !== undefined && <Count value={full[part]} />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A number as its reader may see it. */
export function Count({ value }: { value: Shown }) {
  const { t } = useTranslation("transparency")
  const locale = useLocale()
  return typeof value === "number" ? formatNumber(value, locale) : t(`hidden.${value}`)
}
