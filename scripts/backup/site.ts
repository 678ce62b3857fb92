import { hostsOf, readDeployment } from "../deploy/deployment.ts"
import { readLocalSettings } from "../lib/settings.ts"
import { build, findFreePort } from "../lib/setup.mjs"
import { startWorker } from "../lib/worker.mjs"
import { type Call, connect } from "./client.ts"

/** The flags of both commands, for `parseArgs`. */
export const siteFlags = {
  remote: { type: "boolean", default: false },
  origin: { type: "string" },
  persist: { type: "string", default: ".wrangler/state" },
  help: { type: "boolean", default: false },
} as const

/** Help of these options. */
export const siteHelp = `  --remote       the deployment (deployment.toml), with its key in the environment: BACKUP_KEY=…
  --origin URL   a Worker that runs already, with its key in the environment
  --persist DIR  without either: the local state below this folder (.wrangler/state); stop npm start first`

interface Chosen {
  remote: boolean
  origin?: string
  persist: string
}

/** Calls `act` with what reaches the chosen Worker; a local one is started for it, with `vars` over its settings. */
export async function withSite(
  { remote, origin, persist }: Chosen,
  vars: Record<string, string>,
  action: (call: Call) => Promise<void>,
): Promise<void> {
  const key = process.env.BACKUP_KEY
  if (remote || origin) {
    if (!key) throw new Error("Put the key into the environment: BACKUP_KEY=… (the secret of the deployment).")
    return action(await connect(origin ?? `https://${hostsOf(readDeployment().vars)[0]}`, key))
  }
  const settings = readLocalSettings()
  const own = key ?? settings.BACKUP_KEY
  if (!own) throw new Error(".dev.vars has no BACKUP_KEY: copy it from .dev.vars.example.")
  await build()
  const port = await findFreePort()
  const worker = await startWorker({ port, persistTo: persist, vars: { ...settings, BACKUP_KEY: own, ...vars } })
  try {
    await action(await connect(`http://127.0.0.1:${port}`, own))
  } finally {
    await worker.stop()
  }
}

/** Runs a command; a failure ends it with a sentence and 1. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
