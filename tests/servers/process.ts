import { type ChildProcess, execFile, spawn } from "node:child_process"
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { V4WorkerOptions } from "miniflare"
import { unstable_getMiniflareWorkerOptions } from "wrangler"

const root = fileURLToPath(new URL("../..", import.meta.url))
const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js")

/** Bundles a Worker into `folder` as it is deployed; `entry` is a path below the project's root. */
export async function bundleWorker(entry: string, folder: string): Promise<void> {
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" }
  const command = [wrangler, "deploy", entry, "--dry-run", "--outdir", resolve(folder)]
  await promisify(execFile)(process.execPath, command, { cwd: root, env })
}

interface ServerOptions {
  /** The folder that the Worker was bundled into. */
  bundle: string
  port: number
  /** The folder of its state, as wrangler's `--persist-to`; a file of options is written into it. */
  persistTo: string
  /** Settings over those of wrangler.toml; `.dev.vars` is not read. */
  vars: Record<string, string>
  /** Whether the files of `build/client` are served too. */
  hasAssets: boolean
  /**
   * The port at which a test may post SQL (serve.ts): a process of its own that wrote the file would lock the Worker out,
   * and a page would answer 500.
   */
  sqlPort?: number
  /** The folder in which Workers of this machine find each other's Durable Objects. */
  registry?: string
  /** The file to which everything that it logs as an error is appended. */
  errorLog?: string
}

/** A bundled Worker on a port of this machine. */
export interface ServerProcess {
  /** Ends it between two instructions, with everything not yet written. */
  kill: () => Promise<void>
  restart: () => Promise<void>
}

/** Starts a bundled Worker, and waits until it is ready. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const file = join(options.persistTo, `options-${options.port}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(describeServer(options)))
  let child = await start(file, options.errorLog)
  return {
    kill: () => kill(child),
    async restart() {
      child = await start(file, options.errorLog)
    },
  }
}

/** The real binding takes an AbortSignal; a Worker that stands for it needs a flag for that, as does its caller. */
const signalsByRpc = "enable_abortsignal_rpc"

/** The binding `AI`: a Worker of its own with the simulated model, which is called as the real binding is. */
function describeModel(): V4WorkerOptions {
  const file = join(root, "tests/translation-model.ts")
  const contents = `import { WorkerEntrypoint } from "cloudflare:workers"
import { SimulatedModel } from "./model.js"
const model = new SimulatedModel()
export default class extends WorkerEntrypoint {
  run(name, inputs, options) { return model.run(name, inputs, options) }
}`
  return {
    name: "model",
    compatibilityDate: "2026-10-20",
    compatibilityFlags: [signalsByRpc],
    modules: [
      { type: "ESModule", path: "main.js", contents },
      { type: "ESModule", path: "model.js", contents: stripTypeScriptTypes(readFileSync(file, "utf8")) },
    ],
  }
}

function describeServer({ bundle, port, persistTo, vars, hasAssets, registry, sqlPort }: ServerOptions) {
  const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions(join(root, "wrangler.toml"))
  const { assets, modulesRules: _, ...options } = workerOptions
  const entry = readdirSync(bundle).find((file) => file.endsWith(".js"))
  if (!entry) throw new Error(`There is no Worker in ${bundle}`)
  const worker = {
    ...options,
    name: "salon",
    bindings: { ...(options.bindings as Record<string, string> | undefined), ...vars },
    modules: [{ type: "ESModule", path: resolve(bundle, entry) }],
    modulesRoot: resolve(bundle),
    serviceBindings: { AI: "model" },
    compatibilityFlags: [...((options.compatibilityFlags as string[] | undefined) ?? []), signalsByRpc],
    // Without files to serve beside it, the Worker's own socket saves the way through Miniflare's.
    ...(hasAssets ? { assets } : { unsafeDirectSockets: [{ host: "127.0.0.1", port }] }),
  } as V4WorkerOptions
  return {
    workers: [worker, describeModel(), ...externalWorkers],
    resourcePersistencePath: resolve(persistTo, "v3"),
    ...(hasAssets && { host: "127.0.0.1", port }),
    sqlPort,
    ...(registry && { unsafeDevRegistryPath: resolve(registry) }),
  }
}

function start(options: string, errorLog: string | undefined): Promise<ChildProcess> {
  const script = fileURLToPath(new URL("serve.ts", import.meta.url))
  // A process group of its own: the runtime that it starts ends with it.
  const child = spawn(process.execPath, [script, options], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  })
  running.add(child)
  let said = ""
  child.stderr?.on("data", (chunk) => {
    said += chunk
    if (errorLog) appendFileSync(errorLog, chunk)
  })
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk) => String(chunk).includes("ready") && resolve(child))
    child.once("exit", () => reject(new Error(`The Worker did not start:\n${said}`)))
  })
}

/** However this process ends, its children end with it. */
const running = new Set<ChildProcess>()
process.once("exit", () => running.forEach(killGroup))

async function kill(child: ChildProcess): Promise<void> {
  running.delete(child)
  const ended = new Promise((resolve) => child.once("exit", resolve))
  killGroup(child)
  await ended
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, "SIGKILL")
  } catch {
    // The process has already ended.
  }
}
