import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { defineConfig } from "@playwright/test"
import { registry } from "./tests/browser/addresses"
import { launchOptions } from "./tests/browser/launch"

// For the hot server, which looks for the objects of the Worker under test.
process.env.WRANGLER_REGISTRY_PATH = resolve(registry)

/** They show notifications, which the headless shell has not. */
const needWindows = "**/notifications.test.ts"
/** It bundles everything: `npm test` runs it with nothing beside it. What it has changed stays, so it runs once. */
const hotServer = "**/hot.test.ts"
const wholeChromium = process.env.CHROMIUM_PATH || undefined

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "./tests/browser/start-worker.ts",
  // One more than processors: a test waits for a tenth of its time.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  // Two processors serve two browsers and the Worker. A test that passes the second time is named by the gate.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  // With one, requests for documents would pass the tests' routes and headers by.
  use: {
    serviceWorkers: "block",
    launchOptions,
    screenshot: "only-on-failure",
    // Each frame of an animation is painted by the processor. The files that test menus, dialogs and the gallery have motion.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 900 },
  },
  projects: [
    { name: "pages", testIgnore: [needWindows, hotServer] },
    { name: "hot", testMatch: hotServer, retries: 0 },
    {
      name: "notifications",
      testMatch: needWindows,
      use: { channel: "chromium", launchOptions: { ...launchOptions, executablePath: wholeChromium } },
    },
  ],
})
