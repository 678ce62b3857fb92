import type { SettingKey } from "./registry"
import type { SettingUpdate, SettingValue, ShownSetting } from "./schema"

/** The names of a setting's further fields in its group's form. */
export const versionField = (key: SettingKey) => `version:${key}`
export const defaultField = (key: SettingKey) => `default:${key}`

/** Returns what a group's form changes; an empty field of what is never shown leaves it as it is. */
export function updatesOf(
  settings: readonly ShownSetting[],
  form: Readonly<Record<string, string>>,
): Partial<Record<SettingKey, SettingUpdate>> {
  const updates: Partial<Record<SettingKey, SettingUpdate>> = {}
  for (const setting of settings) {
    const value = typedValue(setting, form)
    if (value === undefined || value === setting.value) continue
    updates[setting.key] = { value, version: Number(form[versionField(setting.key)]) || 0 }
  }
  return updates
}

/** Returns what was typed; null for the default, undefined for nothing. */
function typedValue({ key, kind }: ShownSetting, form: Readonly<Record<string, string>>): SettingValue | undefined {
  const text = (form[key] ?? "").trim()
  switch (kind) {
    case "switch":
      return form[key] === "on"
    case "number":
      return text === "" ? null : Number(text)
    case "hash":
    case "secret":
      return text || (form[defaultField(key)] === "on" ? null : undefined)
    default:
      return text
  }
}
