import { useEffect, useRef, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { TextField, type TextFieldProps } from "~/ui/form/field"
import { type PasswordStrength, passwordStrength } from "./password-strength"

export interface NewPasswordFieldProps {
  label: string
  /** From `useFormResult`. */
  field: Pick<TextFieldProps, "name" | "error" | "autoFocus">
  result: FormResult | undefined
}

/**
 * A field for a new password, which shows its strength once something is typed. Reads the e-mail from the same form.
 */
export function NewPasswordField({ label, field, result }: NewPasswordFieldProps) {
  const { t } = useTranslation("account-access")
  const input = useRef<HTMLInputElement>(null)
  const [strength, setStrength] = useState<PasswordStrength | null>(null)
  const [corrected, setCorrected] = useState<FormResult>()

  // Reads what was typed before hydration.
  useEffect(() => {
    if (input.current) setStrength(measure(input.current))
  }, [])

  return (
    <TextField
      {...field}
      ref={input}
      type="password"
      label={label}
      autoComplete="new-password"
      required
      error={corrected === result ? undefined : field.error}
      hint={
        <>
          {strength && <StrengthMeter strength={strength} />}
          {t("password.hint")}
        </>
      }
      reveal={{ show: t("password.show"), hide: t("password.hide") }}
      onChange={(event) => {
        setStrength(measure(event.currentTarget))
        setCorrected(result)
      }}
    />
  )
}

function measure({ value, form }: HTMLInputElement): PasswordStrength | null {
  const email = form?.elements.namedItem("email")
  return value ? passwordStrength(value, email instanceof HTMLInputElement ? email.value : "") : null
}

function StrengthMeter({ strength }: { strength: PasswordStrength }) {
  const { t } = useTranslation("account-access")
  const [text, bar] = strength <= 2 ? ["text-warn", "bg-warn"] : ["text-ok", "bg-ok"]
  return (
    <span className="mb-1.5 flex items-center gap-3">
      <span aria-hidden className="grid grow grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={classNames("h-1 rounded-full", step <= strength ? bar : "bg-line2")} />
        ))}
      </span>
      <span role="status" className={classNames("shrink-0 font-medium", text)}>
        <span className="sr-only">{t("password.strength")} </span>
        {t(`password.levels.${strength}`)}
      </span>
    </span>
  )
}
