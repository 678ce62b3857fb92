import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { notificationDefaults } from "./defaults"
import * as queries from "./queries.server"
import type { NotificationSettings } from "./schema"

/** Returns the actor's notification settings. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettings> {
  const [row] = await queries.selectSettings(ctx.db, requireUser(ctx).id)
  return toSettings(row)
}

export async function setNotificationSettings(ctx: Ctx, settings: NotificationSettings): Promise<NotificationSettings> {
  await queries.upsertSettings(ctx.db, requireUser(ctx).id, settings, ctx.now())
  return settings
}

export function toSettings(
  row: Pick<queries.SettingsRow, "rhythm" | "quietFrom" | "quietTo" | "timeZone"> | undefined,
): NotificationSettings {
  if (!row) return notificationDefaults
  const { rhythm, quietFrom: from, quietTo: to, timeZone: time_zone } = row
  return { rhythm, quiet_hours: from === null || to === null ? null : { from, to }, time_zone }
}
