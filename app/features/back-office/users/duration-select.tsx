import { useTranslation } from "~/i18n/use-translation"
import type { useFormResult } from "~/remix/form"
import { Select } from "~/ui/form/select"

const dayHours = 24

type DurationSelectProps = {
  /** In hours. */
  durations: readonly number[]
  field: ReturnType<ReturnType<typeof useFormResult>["field"]>
  label?: string
}

/** Chooses how long a limit or suspension lasts. */
export function DurationSelect({ durations, field, label }: DurationSelectProps) {
  const { t } = useTranslation("admin-users")
  const { defaultValue: hours = String(dayHours), ...attributes } = field
  const options = durations.map((count) => ({
    value: String(count),
    label: count < dayHours ? t("duration.hours", { count }) : t("duration.days", { count: count / dayHours }),
  }))
  return <Select {...attributes} defaultValue={hours} label={label ?? t("duration.label")} options={options} />
}
