import { useMemo } from "react"
import { formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { MINUTE } from "~/lib/time"
import { Select, type SelectProps } from "~/ui/form/select"
import { timesWith } from "./half-hours"

export type TimeFieldProps = Omit<SelectProps, "options" | "placeholder" | "icon" | "defaultValue"> & {
  /** HH:MM, as the form sends it. */
  defaultValue: string
}

/** A time of the day among 48 half-hours, and the one that is stored, in the reader's language. */
export function TimeField({ defaultValue, ...rest }: TimeFieldProps) {
  const locale = useLocale()
  const options = useMemo(
    () =>
      timesWith(defaultValue).map(({ value, minutes }) => ({
        value,
        label: formatTime(minutes * MINUTE, locale, "UTC"),
      })),
    [defaultValue, locale],
  )
  return <Select {...rest} defaultValue={defaultValue} options={options} />
}
