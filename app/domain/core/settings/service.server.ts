import * as z from "zod"
import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../actor/guards"
import { auditEntry } from "../audit/entries.server"
import type { Ctx } from "../context"
import * as queries from "./queries.server"
import { definitionOf, isHidden, type SettingGroup, type SettingKey, settingKeys, toSettings } from "./registry"
import type { SettingUpdate, SettingValue, ShownChange, ShownSetting } from "./schema"

const shownChanges = 30

const keysOf = (group: SettingGroup): SettingKey[] => settingKeys.filter((key) => definitionOf(key).group === group)

/** Lists all settings, as they are stored. Throws what `requireStaff` does. */
export async function listSettings(ctx: Ctx): Promise<ShownSetting[]> {
  requireStaff(ctx, "settings.read")
  const rows = await queries.findSettings(ctx.db)
  const { settings } = toSettings(rows)
  return settingKeys.map((key) => {
    const { group, kind, default: initial, min = null, max = null } = definitionOf(key)
    const row = rows.find((one) => one.key === key)
    return {
      key,
      group,
      kind,
      min,
      max,
      default: isHidden(kind) ? null : initial,
      value: isHidden(kind) ? null : settings[key],
      is_set: settings[key] !== initial,
      version: row?.version ?? 0,
      updated_at: row?.updated_at ?? null,
    }
  })
}

/** Returns a setting. Throws what `requireStaff` does. */
export async function getSetting(ctx: Ctx, key: SettingKey): Promise<ShownSetting> {
  return (await listSettings(ctx)).find((one) => one.key === key) as ShownSetting
}

/** Lists the latest changes of a group's settings, latest first. Throws what `requireStaff` does. */
export async function listChanges(ctx: Ctx, group: SettingGroup): Promise<ShownChange[]> {
  requireStaff(ctx, "settings.read")
  const [changes, stored] = await Promise.all([
    queries.findChanges(ctx.db, { keys: keysOf(group) }, shownChanges),
    queries.findSettings(ctx.db),
  ])
  return changes.map(({ value, ...change }) => {
    const key = change.key as SettingKey
    const isCurrent = stored.some((one) => one.key === key && one.version === change.version)
    return {
      ...change,
      key,
      value: trustedJson<SettingValue>(value),
      can_restore: !isCurrent && !isHidden(definitionOf(key).kind),
    }
  })
}

/**
 * Saves settings: all of them, or none. They are in force everywhere within five seconds. Throws what
 * `requireStaffProof` does, `validation.failed` by key, and `conflict.changed` if somebody changed one of them since.
 */
export async function saveSettings(ctx: Ctx, updates: Partial<Record<SettingKey, SettingUpdate>>): Promise<void> {
  await write(ctx, updates, "settings.update")
}

/**
 * Gives a setting a value of its history again. Throws what `saveSettings` does, and `request.not_found` for a change
 * that is none of this setting, or whose value is never shown.
 */
export async function restoreSetting(
  ctx: Ctx,
  key: SettingKey,
  { change, version }: { change: string; version: number },
): Promise<void> {
  requireStaffProof(ctx, "settings.write")
  const [found] = await queries.findChanges(ctx.db, { keys: [key], id: change }, 1)
  if (!found || isHidden(definitionOf(key).kind)) throw new AppError("request.not_found")
  await write(ctx, { [key]: { value: trustedJson<SettingValue>(found.value), version } }, "settings.restore")
}

async function write(
  ctx: Ctx,
  updates: Partial<Record<SettingKey, SettingUpdate>>,
  action: "settings.update" | "settings.restore",
): Promise<void> {
  const { user: staff } = requireStaffProof(ctx, "settings.write")
  const entries = validEntries(updates)
  if (entries.length === 0) return
  const now = ctx.now()
  const values = await Promise.all(
    entries.map(async ([key, { value, version }]) => ({
      key,
      version,
      value: JSON.stringify(await toStored(ctx, key, value)),
    })),
  )
  const keys = entries.map(([key]) => key)
  const target = { kind: "setting", id: keys[0] ?? "" }
  const [saved] = await ctx.db.batch([
    queries.saveValues(ctx.db, values, staff.id, now),
    auditEntry({ ...ctx, now: () => now }, { action, target, details: { keys } }),
    ...values.map(({ key, value, version }) =>
      queries.insertChange(ctx.db, {
        id: newId(now),
        key,
        version: version + 1,
        staffId: staff.id,
        createdAt: now,
        value: isHidden(definitionOf(key).kind) ? null : value,
      }),
    ),
  ])
  if (saved.meta.changes === 0) throw new AppError("conflict.changed")
}

/** Returns the values as their schemas have them. Throws `validation.failed` by key. */
function validEntries(updates: Partial<Record<SettingKey, SettingUpdate>>): [SettingKey, SettingUpdate][] {
  const parsed = (Object.entries(updates) as [SettingKey, SettingUpdate][]).map(([key, update]) => ({
    key,
    update,
    result: z.nullable(definitionOf(key).schema).safeParse(update.value),
  }))
  const wrong = parsed.filter(({ result }) => !result.success)
  if (wrong.length > 0)
    throw new AppError("validation.failed", { fields: Object.fromEntries(wrong.map(({ key }) => [key, ["invalid"]])) })
  return parsed.map(({ key, update, result }) => [key, { ...update, value: result.data as SettingValue }])
}

/** Returns the stored form: of the access gate's value a keyed hash, of a secret its sealed text. */
async function toStored(ctx: Ctx, key: SettingKey, value: SettingValue): Promise<SettingValue> {
  if (value === null) return null
  const { kind } = definitionOf(key)
  if (kind === "hash") return ctx.secrets.digest(String(value), key)
  return kind === "secret" ? ctx.secrets.seal(String(value), key) : value
}
