import type { NotificationSettings } from "./schema"

/** When somebody is disturbed who has not chosen. */
export const notificationDefaults: NotificationSettings = {
  rhythm: "soon",
  quiet_hours: { from: 22 * 60, to: 8 * 60 },
  time_zone: "Europe/Paris",
}
