import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline/promises"
import { bin, root } from "./setup.mjs"

/** Not `chromium-headless-shell`: it shows no notifications, and is no faster from test to test. */
const systemPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/**
 * Finds the Chromium for the browser tests: Playwright's own, else the system's, else one that is installed now, by
 * Playwright or by apt. Returns the path of the executable, null for Playwright's own.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const { chromium } = await import("@playwright/test")
  if (existsSync(chromium.executablePath())) return null
  const found = systemPaths.find((path) => existsSync(path))
  if (found) return found
  if (await isAllowed()) {
    if (succeeds(bin("playwright"), playwrightInstall)) return null
    succeeds("apt-get", ["update"])
    if (succeeds("apt-get", aptInstall)) return systemPaths.find((path) => existsSync(path))
  }
  throw new Error("The browser tests need Chromium: install it, or name one in CHROMIUM_PATH, and run them again.")
}

const playwrightInstall = ["install", "--with-deps", "chromium"]
const aptInstall = ["install", "-y", "--no-install-recommends", "chromium"]

/** Asks on a terminal before software is installed on the machine; elsewhere the machine is there for the tests. */
async function isAllowed() {
  console.log(`No Chromium was found for the browser tests. This installs one, with the system's libraries that it needs:
  npx playwright ${playwrightInstall.join(" ")}
  or else apt-get ${aptInstall.join(" ")}`)
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const reply = await terminal.question("Install it? [y/N] ")
  terminal.close()
  return /^y(es)?$/i.test(reply.trim())
}

function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: "ignore", timeout: 300_000 }).status === 0
}
