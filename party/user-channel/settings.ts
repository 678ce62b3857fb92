import type { RealtimeApp } from "~/domain/chat/channels"
import type { Settings } from "~/domain/core/settings/registry"
import { createSettingsCache } from "~/domain/core/settings/settings-cache.server"

/** Published in .dev.vars.example; older .dev.vars have none. Production refuses them (worker/config.ts). */
export const developmentApp: RealtimeApp = { key: "salon", secret: "development-only-not-a-secret-02" }

/** Returns the deployment's Pusher app, for sockets and for channel authorization. */
export function realtimeApp(env: { REALTIME_KEY?: string; REALTIME_SECRET?: string }): RealtimeApp {
  return { key: env.REALTIME_KEY || developmentApp.key, secret: env.REALTIME_SECRET || developmentApp.secret }
}

const settingsCache = createSettingsCache((event, details) =>
  console.warn(JSON.stringify({ level: "warn", event, ...details })),
)

/** Returns the settings as this isolate read them last. Older ones are read again meanwhile: no message waits for that. */
export function currentSettings(env: { DB: D1Database; CONTENT_EPOCH_SECONDS?: string }): Settings {
  void settingsCache.read(env.DB, Date.now(), Number(env.CONTENT_EPOCH_SECONDS ?? 5) * 1_000)
  return settingsCache.current()
}
