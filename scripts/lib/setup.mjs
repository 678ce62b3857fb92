import "./check-node.mjs"
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { copyFileSync, existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { withProgress } from "./progress.mjs"

// This file and its callers run before anything is installed, on any Node (20.12 or newer: check-node.mjs): no dependencies here.

export const root = fileURLToPath(new URL("../..", import.meta.url))

/** Installs the dependencies unless exactly those of the lock file are installed. */
export async function install() {
  if (isInstalled()) return
  const flags = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
  await withProgress("Installing dependencies", () => run("npm", flags, { quiet: true }))
}

/** npm writes a lock file of what it installed: the same packages, less the optional ones of other platforms. */
function isInstalled() {
  const installed = join(root, "node_modules/.package-lock.json")
  if (!existsSync(installed)) return false
  const packagesOf = (file) => JSON.parse(readFileSync(file, "utf8")).packages
  const installedPackages = packagesOf(installed)
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, { version, optional }]) => {
    const found = installedPackages[path]
    if (path === "" || (optional && !found)) return true
    // A package of packages/ has an entry for its link, without a version.
    return found !== undefined && found.version === version
  })
}

/** Restarts this script on the Node that the project pins, unless it already runs on it. */
export function switchToPinnedNode() {
  const pinned = join(root, "node_modules/.bin/node")
  const version = createRequire(join(root, "package.json"))("node/package.json").version
  if (process.versions.node === version) return
  const again = spawn(pinned, process.argv.slice(1), { stdio: "inherit", cwd: root })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => again.kill(signal))
  again.on("exit", (code, signal) => process.exit(code ?? (signal ? 130 : 1)))
  return new Promise(() => {})
}

/** Ends the script if something listens on the port already: better now than after the build. */
export async function refuseTakenPort(port) {
  const probe = createServer()
  await new Promise((resolve, reject) => probe.once("error", reject).listen(port, "127.0.0.1", resolve)).catch(() => {
    console.error(`Port ${port} is taken. Stop what listens there, or take another: npm start -- --port 9000`)
    process.exit(1)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/**
 * Returns a port that nothing listens on: two checkouts may run at once. Below those that systems give away by themselves, so that
 * nothing else is given this one before it is listened on.
 */
export async function findFreePort() {
  const port = randomInt(20_000, 30_000)
  if (found.has(port) || !(await isFree(port))) return findFreePort()
  found.add(port)
  return port
}

/** Ports that `findFreePort` has returned in this process. */
const found = new Set()

function isFree(port) {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })
}

/** Creates the development settings of the checkout, once. */
export function writeSettings() {
  if (!existsSync(join(root, ".dev.vars"))) copyFileSync(join(root, ".dev.vars.example"), join(root, ".dev.vars"))
}

/** Builds the pages, unless the last build was of the same sources. */
export async function build() {
  const { buildId } = await import("../build-id.ts")
  const latest = join(root, "build/client/builds/latest.json")
  if (existsSync(latest) && existsSync(join(root, "build/server/index.js"))) {
    if (JSON.parse(readFileSync(latest, "utf8")).id === buildId()) return
  }
  await withProgress("Building", () => run(bin("remix"), ["vite:build"], { quiet: true }))
}

/**
 * Migrates the local database below `persistTo`, and seeds it with the demo if it is empty, or if a seed was interrupted
 * there. The demo is dated by the day, for tests as well: the Worker under test has the real clock.
 */
export async function prepareDatabase(persistTo) {
  const { migrateLocal } = await import("./local-migrations.ts")
  await withProgress("Preparing the database", () => migrateLocal(persistTo)).catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  await run(process.execPath, ["scripts/seed/main.ts", "--if-empty", "--persist", persistTo])
}

export const wranglerCli = join(root, "node_modules/wrangler/bin/wrangler.js")

export function bin(name) {
  return join(root, "node_modules/.bin", name)
}

/**
 * Runs a command to its end in the project's root; with `quiet`, prints its output only when it fails. Exits on a
 * failure.
 */
export async function run(command, args, { quiet = false, env = {} } = {}) {
  const { status, output, error } = await finish(command, args, { quiet, env: { CI: "1", ...env } })
  if (status === 0) return
  process.stderr.write(output)
  console.error(`\n${command} ${args.join(" ")} failed.${error ? ` ${error.message}` : ""}`)
  process.exit(status || 1)
}

/**
 * Runs a command to its end in the project's root, with the project's tools in its path. Returns its `status` (null: it
 * could not be started, or was killed), with `quiet` its `stdout` and the whole `output`, which is printed otherwise, and
 * the `error` of starting it. Never synchronously: a process that waits so neither serves nor keeps its sockets.
 */
export function finish(command, args, { quiet = false, env = {}, timeout, killSignal } = {}) {
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`
  const child = spawn(command, args, {
    cwd: root,
    timeout,
    killSignal,
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    env: { ...process.env, PATH: path, WRANGLER_SEND_METRICS: "false", ...env },
  })
  let output = ""
  let stdout = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk) => {
      output += chunk
      if (stream === child.stdout) stdout += chunk
    })
  }
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ status: null, stdout, output, error }))
    child.once("close", (status) => resolve({ status, stdout, output }))
  })
}
