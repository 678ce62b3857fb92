import { defaultField, versionField } from "~/domain/core/settings/form"
import type { ShownSetting } from "~/domain/core/settings/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"

export interface SettingFieldProps {
  setting: ShownSetting
  /** Values typed before the form was refused. */
  typed: Record<string, string> | undefined
  error: string | undefined
}

/** The field of a setting by its kind, with the version that it replaces. */
export function SettingField({ setting, typed, error }: SettingFieldProps) {
  const { t } = useTranslation("admin-settings")
  const { key, kind, is_set, version } = setting
  const aside = t(is_set ? "is_set" : "is_default")
  const label = t(`fields.${key}.label`)
  return (
    <div className="w-full">
      <input type="hidden" name={versionField(key)} value={version} />
      {kind === "switch" ? (
        <Checkbox
          name={key}
          label={label}
          description={t(`fields.${key}.hint`)}
          defaultChecked={typed ? typed[key] === "on" : setting.value === true}
          error={error}
        />
      ) : kind === "hash" || kind === "secret" ? (
        <>
          <TextField
            name={key}
            type="password"
            autoComplete="off"
            label={label}
            aside={aside}
            hint={`${t(`fields.${key}.hint`)} ${t(is_set ? "hidden_set" : "hidden_default")}`}
            error={error}
          />
          {is_set && <Checkbox name={defaultField(key)} label={t("to_default")} className="mt-3" />}
        </>
      ) : (
        <Shown setting={setting} typed={typed} error={error} label={label} aside={aside} />
      )}
    </div>
  )
}

function Shown({ setting, typed, error, label, aside }: SettingFieldProps & { label: string; aside: string }) {
  const { t } = useTranslation("admin-settings")
  const locale = useLocale()
  const { key, kind, min, max } = setting
  const isNumber = kind === "number" && min !== null && max !== null
  const range =
    isNumber &&
    t("range", {
      min: formatNumber(min, locale),
      max: formatNumber(max, locale),
      initial: formatNumber(Number(setting.default), locale),
    })
  return (
    <TextField
      name={key}
      type={isNumber ? "number" : kind === "email" ? "email" : "text"}
      {...(isNumber ? { min, max, inputMode: "numeric" as const } : { maxLength: kind === "email" ? 254 : 200 })}
      label={label}
      aside={aside}
      hint={[t(`fields.${key}.hint`), range].filter(Boolean).join(". ")}
      defaultValue={typed?.[key] ?? String(setting.value ?? "")}
      error={error}
      className={isNumber ? "max-w-sm" : undefined}
    />
  )
}
