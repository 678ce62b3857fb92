import { randomBytes } from "node:crypto"
import { layFoundation } from "../foundation.ts"
import { migrateLocal } from "../lib/local-migrations.ts"
import { problemsOf } from "../lib/settings.ts"
import { findFreePort } from "../lib/setup.mjs"
import { startWorker } from "../lib/worker.mjs"
import { readWranglerConfig } from "./deployment.ts"
import type { Deployed } from "./smoke.ts"

const random = (bytes: number) => randomBytes(bytes).toString("base64url")

export interface Rehearsal extends Deployed {
  stop: () => Promise<void>
}

/**
 * Deploys to this machine as to Cloudflare: production settings with secrets of their own, an empty database with its
 * migrations and the foundation below `persistTo`, and the built Worker on a free port. The one difference: workerd on
 * a machine knows of no jurisdiction.
 */
export async function startRehearsal({
  persistTo,
  vars = {},
}: {
  persistTo: string
  vars?: Record<string, string>
}): Promise<Rehearsal> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const accessKey = random(16)
  const settings = {
    ...readWranglerConfig().vars,
    APP_ENV: "production",
    ACCESS_KEY: accessKey,
    SECRETS_KEY: random(32),
    REALTIME_SECRET: random(32),
    MAIL_FROM: "Salon <post@salon.internal>",
    APP_ORIGIN: origin,
    ...vars,
  }
  const problems = await problemsOf(settings)
  if (problems.length > 0) throw new Error(problems.join("\n"))
  await migrateLocal(persistTo)
  await layFoundation(
    { remote: false, persist: persistTo },
    { edition: "anywhere", siteName: "Salon", now: Date.now() },
  )
  const worker = await startWorker({ port, persistTo, vars: settings, usesDevVars: false })
  return { origin, accessKey, isGated: true, realtimeKey: "salon", stop: worker.stop }
}
