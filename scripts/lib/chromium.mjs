import { existsSync } from "node:fs"
import { createInterface } from "node:readline/promises"
import { bin, finish } from "./setup.mjs"

const debianChromium = "/usr/bin/chromium"
const systemPaths = [
  debianChromium,
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
    if (await succeeds(bin("playwright"), playwrightInstall)) return null
    if (await installs(aptPackage)) return systemPaths.find((path) => existsSync(path))
  }
  throw new Error("The browser tests need Chromium: install it, or name one in CHROMIUM_PATH, and run them again.")
}

/**
 * Finds the headless shell beside the Chromium that `findChromium` returned: the same browser without windows, which
 * takes a fifth less of the processors from test to test, but shows no notifications. Without one, the whole Chromium
 * runs all tests.
 */
export async function findHeadlessShell(chromium) {
  if (process.env.CHROMIUM_SHELL_PATH) return process.env.CHROMIUM_SHELL_PATH
  if (!chromium) return null
  if (chromium !== debianChromium) return chromium
  // The browser itself: the script of /usr/bin would stay as its parent.
  const shell = "/usr/lib/chromium/chromium-headless-shell"
  if (existsSync(shell)) return shell
  // Asked for by nobody here: only a machine that is there for the tests gets it.
  if (!process.env.CI) return chromium
  console.log("Installing chromium-headless-shell, which runs the browser tests in less time.")
  return (await installs("chromium-headless-shell")) && existsSync(shell) ? shell : chromium
}

const playwrightInstall = ["install", "--with-deps", "chromium"]
const aptPackage = "chromium"

/** Installs a package of the system's, if this may and can be done. */
async function installs(name) {
  await succeeds("apt-get", ["update"])
  return succeeds("apt-get", ["install", "-y", "--no-install-recommends", name])
}

/** Asks on a terminal before software is installed on the machine; elsewhere the machine is there for the tests. */
async function isAllowed() {
  console.log(`No Chromium was found for the browser tests. This installs one, with the system's libraries that it needs:
  npx playwright ${playwrightInstall.join(" ")}
  or else apt-get install ${aptPackage}`)
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const reply = await terminal.question("Install it? [y/N] ")
  terminal.close()
  return /^y(es)?$/i.test(reply.trim())
}

async function succeeds(command, args) {
  const { status } = await finish(command, args, { quiet: true, timeout: 300_000 })
  return status === 0
}
