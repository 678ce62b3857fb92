import type { RealtimeApp } from "~/domain/chat/channels"

/** Published in .dev.vars.example; older .dev.vars have none. Production refuses them (worker/config.ts). */
export const developmentApp: RealtimeApp = { key: "salon", secret: "development-only-not-a-secret-02" }

/** Returns the deployment's Pusher app, for sockets and for channel authorization. */
export function realtimeApp(env: { REALTIME_KEY?: string; REALTIME_SECRET?: string }): RealtimeApp {
  return { key: env.REALTIME_KEY || developmentApp.key, secret: env.REALTIME_SECRET || developmentApp.secret }
}
