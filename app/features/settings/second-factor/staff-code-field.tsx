import { useTranslation } from "~/i18n/use-translation"
import type { useFormResult } from "~/remix/form"
import { TextField } from "~/ui/form/field"

export interface StaffCodeFieldProps {
  field: ReturnType<typeof useFormResult>["field"]
  className?: string
}

/** The field for the operator's code, which staff need for their first second factor. */
export function StaffCodeField({ field, className }: StaffCodeFieldProps) {
  const { t } = useTranslation("second-factor")
  return (
    <TextField
      {...field("staff_code")}
      label={t("staff_code.label")}
      hint={t("staff_code.hint")}
      autoComplete="off"
      spellCheck={false}
      maxLength={40}
      required
      className={className}
    />
  )
}
