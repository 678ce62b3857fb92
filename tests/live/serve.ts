import { readdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare"
import { unstable_getMiniflareWorkerOptions } from "wrangler"

/**
 * Serves a Worker that was bundled into `--folder` on `--port`, its state below `--state`. A process of its own, so that it can be
 * killed like a machine that fails. Ready once it prints a line.
 */
const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "" },
    port: { type: "string", default: "" },
    state: { type: "string", default: "" },
    config: { type: "string", default: "wrangler.toml" },
    vars: { type: "string", default: "{}" },
  },
})
const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions(values.config)
const { assets: _, modulesRules: __, ...options } = workerOptions
const entry = readdirSync(values.folder).find((file) => file.endsWith(".js"))
if (!entry) throw new Error(`There is no Worker in ${values.folder}`)
const worker = {
  ...options,
  name: "live",
  bindings: { ...(options.bindings as Record<string, string> | undefined), ...JSON.parse(values.vars) },
  modules: [{ type: "ESModule", path: join(values.folder, entry) }],
  modulesRoot: values.folder,
  unsafeDirectSockets: [{ host: "127.0.0.1", port: Number(values.port) }],
} as V4WorkerOptions
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    workers: [worker, ...externalWorkers],
    cf: false,
    logRequests: false,
    resourcePersistencePath: values.state,
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error" || /"level":"error"/.test(message)) console.error(message)
    },
  }),
)
await miniflare.ready
console.log("ready")
