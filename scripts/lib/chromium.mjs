import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
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
  const { chromium } = await import("@playwright/test")
  if (existsSync(chromium.executablePath())) return null
  const found = systemPaths.find((path) => existsSync(path))
  if (found) return found
  console.log("Installing Chromium …")
  if (succeeds(bin("playwright"), ["install", "--with-deps", "chromium"])) return null
  succeeds("apt-get", ["update"])
  if (succeeds("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]))
    return systemPaths.find((path) => existsSync(path))
  throw new Error("No Chromium could be found or installed: install one and run the tests again.")
}

function succeeds(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: "ignore", timeout: 300_000 }).status === 0
}
