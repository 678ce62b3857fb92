import type { NotificationSettings } from "./schema"

/** Settings of members who have not chosen any. */
export const notificationDefaults: NotificationSettings = {
  rhythm: "soon",
  quiet_hours: { from: 22 * 60, to: 8 * 60 },
  time_zone: "Europe/Paris",
}
