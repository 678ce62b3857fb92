import { useTranslation } from "~/i18n/use-translation"
import { Checkbox } from "~/ui/form/checkbox"

export interface EndWeakSessionsProps {
  /** What was typed into the form before, if it was. */
  values: Record<string, string> | undefined
  className?: string
}

/** Whether a new second factor ends the sessions that never gave one: ticked unless the reader took it away. */
export function EndWeakSessions({ values, className }: EndWeakSessionsProps) {
  const { t } = useTranslation("second-factor")
  return (
    <Checkbox
      name="end_weak_sessions"
      defaultChecked={values === undefined || values.end_weak_sessions === "on"}
      label={t("weak.label")}
      description={t("weak.hint")}
      className={className}
    />
  )
}
