import type { ResourceView, Value } from "~/domain/back-office/records/schema"
import { formatDate, formatNumber, formatPrice, formatTime, languageBadge } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Badge } from "~/ui/badge"

/** One line, cut within a word if need be: an address has no other place. Two on a phone. */
const cutClass = "line-clamp-2 wrap-anywhere sm:line-clamp-1 sm:min-w-24 sm:break-all"

type Column = ResourceView["columns"][number]

type CellValueProps = {
  column: Column
  value: Value
  /** On a record's own page: a long text is not cut to a line. */
  isWhole?: boolean
}

/** A cell of a list, by its column's kind. */
export function CellValue({ column, value, isWhole }: CellValueProps) {
  const locale = useLocale()
  const { t } = useTranslation("admin-kit")
  if (column.kind === "languages") return <Languages value={String(value ?? "")} />
  if (value === null || value === "") {
    return (
      <span className="text-mute">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t("none")}</span>
      </span>
    )
  }
  switch (column.kind) {
    case "number":
      return formatNumber(Number(value), locale)
    case "money":
      return <span className="whitespace-nowrap">{formatPrice(Number(value), locale)}</span>
    case "time": {
      const at = Number(value)
      return (
        <time dateTime={new Date(at).toISOString()} className="text-ink2 sm:whitespace-nowrap">
          {formatDate(at, locale, "date")}, {formatTime(at, locale)}
        </time>
      )
    }
    case "badge": {
      const badge = column.badges[String(value)]
      return <Badge tone={badge?.tone}>{badge?.label ?? value}</Badge>
    }
    case "code":
      return <span className={classNames("wrap-anywhere text-ink2", !isWhole && "sm:whitespace-nowrap")}>{value}</span>
    case "multiline":
      return <span className="whitespace-pre-wrap wrap-anywhere">{value}</span>
    default:
      return <span className={isWhole ? "wrap-anywhere" : cutClass}>{value}</span>
  }
}

/** The languages that a record has texts in; a missing one is struck through, and named as missing. */
function Languages({ value }: { value: string }) {
  const { t } = useTranslation("admin-kit")
  const present = value.split(",")
  return (
    <span className="flex gap-1">
      {locales.map(({ code, name }) => {
        const isThere = present.includes(code)
        const label = t(isThere ? "languages.there" : "languages.missing", { name })
        return (
          <span
            key={code}
            title={label}
            className={classNames(
              "rounded-badge border px-1.5 text-badge",
              isThere ? "border-line text-ink2" : "border-warn/40 bg-warn-soft text-warn",
            )}
          >
            <span aria-hidden="true" className={isThere ? undefined : "line-through"}>
              {languageBadge(code)}
            </span>
            <span className="sr-only">{label}</span>
          </span>
        )
      })}
    </span>
  )
}
