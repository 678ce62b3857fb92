import * as z from "zod"
import { type SettingGroup, type SettingKey, type SettingKind, settingGroups, settingKeys } from "./registry"

export const SettingKeyParam = z.enum(settingKeys as [SettingKey, ...SettingKey[]])
export const SettingGroupParam = z.enum(settingGroups)

/** A value, or null for the default; and the version that it replaces, 0 for a setting that was never set. */
export const SettingUpdate = z.object({
  value: z.union([z.string().max(2_000), z.number(), z.boolean()]).nullable(),
  version: z.number().int().min(0),
})
export type SettingUpdate = z.infer<typeof SettingUpdate>

export type SettingValue = SettingUpdate["value"]

/** A setting as staff see it. */
export interface ShownSetting {
  key: SettingKey
  group: SettingGroup
  kind: SettingKind
  /** In force; null for what is never shown. */
  value: SettingValue
  default: SettingValue
  /** Staff have set it. */
  is_set: boolean
  version: number
  /** Epoch ms; null if it was never set. */
  updated_at: number | null
  min: number | null
  max: number | null
}

export interface ShownChange {
  id: string
  key: SettingKey
  version: number
  /** Null: reset to the default, or a secret. */
  value: SettingValue
  /** Null: their account was erased. */
  staff: string | null
  created_at: number
  /** Can be restored: neither a secret nor the current value. */
  can_restore: boolean
}
