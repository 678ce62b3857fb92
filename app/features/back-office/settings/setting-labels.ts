import type { SettingKind } from "~/domain/core/settings/registry"
import type { SettingValue } from "~/domain/core/settings/schema"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** Returns how a value is written in a table. */
export function useSettingLabels(): (kind: SettingKind, value: SettingValue) => string {
  const { t } = useTranslation("admin-settings")
  const locale = useLocale()
  return (kind, value) => {
    if (kind === "hash" || kind === "secret") return t("hidden")
    if (value === null) return t("is_default")
    if (typeof value === "boolean") return t(value ? "on" : "off")
    if (typeof value === "number") return formatNumber(value, locale)
    return value === "" ? t("empty") : value
  }
}
