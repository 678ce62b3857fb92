import { spawn } from "node:child_process"
import { resolve } from "node:path"
import { root, wranglerCli } from "./setup.mjs"
import { emptyRegistry } from "./worker-registry.ts"

const startSeconds = 90

/**
 * Starts the built Worker on `port` of this machine over the database below `persistTo`, with `vars` over the settings
 * of .dev.vars (of nothing, without `usesDevVars`), and waits until it responds. Returns a `stop` that ends everything
 * started. The Worker's output goes to `onOutput`.
 */
export async function startWorker({ port, persistTo, vars = {}, usesDevVars = true, onOutput = () => {} }) {
  const settings = Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`])
  const flags = ["--port", String(port), "--inspector-port", "0", "--ip", "127.0.0.1", "--persist-to", persistTo]
  if (!usesDevVars) flags.push("--env-file", "/dev/null")
  // Workers of another checkout must not be found.
  const registry = resolve(root, persistTo, "registry")
  emptyRegistry(registry)
  // Started as a process group: wrangler's workerd must end with it.
  const child = spawn(
    process.execPath,
    [wranglerCli, "dev", ...flags, "--show-interactive-dev-session=false", ...settings],
    {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        WRANGLER_REGISTRY_PATH: registry,
        ...process.env,
        WRANGLER_SEND_METRICS: "false",
      },
    },
  )
  let said = ""
  let isReady = false
  const listen = (chunk) => {
    if (!isReady) said += chunk
    onOutput(String(chunk))
  }
  child.stdout.on("data", listen)
  child.stderr.on("data", listen)
  const ended = new Promise((resolve) => child.once("exit", resolve))

  function kill() {
    try {
      process.kill(-child.pid, "SIGTERM")
    } catch {
      // The process has already ended.
    }
  }
  // However this process ends, a library's signal handler included, the Worker ends with it.
  process.once("exit", kill)

  async function stop() {
    kill()
    await ended
  }

  for (let attempt = 0; attempt < startSeconds * 4; attempt++) {
    if (child.exitCode !== null) break
    if (await responds(port)) {
      isReady = true
      return { stop, ended }
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await stop()
  throw new Error(`The Worker did not start on port ${port}:\n${said}`)
}

async function responds(port) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`)
    return response.ok
  } catch {
    return false
  }
}
