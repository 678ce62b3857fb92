import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { V4WorkerOptions } from "miniflare"
import { inject } from "vitest"
import { unstable_getMiniflareWorkerOptions } from "wrangler"
import { type People, seedPeople } from "./people.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A Worker on a port of this machine, over a database and objects of its own. */
export interface LiveServer {
  origin: string
  port: number
  people: People
  /** Kills it between two instructions, with everything not yet written, and restarts it. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

interface Options {
  /** Pairs of a member and a profile's owner. */
  pairs: number
  vars?: Record<string, string>
  /** Instead of the deployed Worker, the one with outages and planted faults (entry.ts). */
  isFaulty?: boolean
}

/** Starts the Worker over empty tables with some members in them. */
export async function startLive({ pairs, vars = {}, isFaulty = false }: Options): Promise<LiveServer> {
  const port = await freePort()
  const groundwork = inject("groundwork")
  const dist = join(groundwork, isFaulty ? "faulty" : "sound")
  const folder = mkdtempSync(join(groundwork, "server-"))
  const state = join(folder, "state")
  cpSync(join(groundwork, "state"), state, { recursive: true })
  const people = seedPeople(state, pairs)
  const settings = { APP_ENV: "test", MAIL_ADAPTER: "mailbox", ACCESS_KEY: "", LOCALE_DOMAINS: "", ...vars }
  const options = join(folder, "options.json")
  writeFileSync(options, JSON.stringify({ workers: describeWorkers(dist, port, settings), state: join(state, "v3") }))

  let child = await start(options)
  return {
    ...{ origin: `http://127.0.0.1:${port}`, port, people },
    async crash() {
      await kill(child)
      child = await start(options)
    },
    async stop() {
      await kill(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Describes Miniflare's Worker: the one bundled into `folder`, listening on `port`, with `settings` over those of the
 * configuration.
 */
function describeWorkers(folder: string, port: number, settings: Record<string, string>): V4WorkerOptions[] {
  const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions("wrangler.toml")
  const { assets: _, modulesRules: __, ...options } = workerOptions
  const entry = readdirSync(folder).find((file) => file.endsWith(".js"))
  if (!entry) throw new Error(`There is no Worker in ${folder}`)
  const worker = {
    ...options,
    name: "live",
    bindings: { ...(options.bindings as Record<string, string> | undefined), ...settings },
    modules: [{ type: "ESModule", path: join(folder, entry) }],
    modulesRoot: folder,
    unsafeDirectSockets: [{ host: "127.0.0.1", port }],
  } as V4WorkerOptions
  return [worker, ...externalWorkers]
}

/** Finds a free port: the same one after a crash, so that clients can reconnect. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function start(options: string): Promise<ChildProcess> {
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
    // It has already ended.
  }
}
