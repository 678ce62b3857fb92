import { useTranslation } from "~/i18n/use-translation"
import { Checkbox } from "~/ui/form/checkbox"

export interface EndWeakSessionsProps {
  /** The form's last values, if it was sent. */
  values: Record<string, string> | undefined
  className?: string
}

/** Whether a new second factor ends the sessions that never used one: ticked unless the reader cleared it. */
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
