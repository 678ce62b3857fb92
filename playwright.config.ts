import { resolve } from "node:path"
import { defineConfig } from "@playwright/test"
import { launchOptions } from "./tests/browser/launch"

// Local Workers find each other's Durable Objects in a registry, by name: that of the machine may name `npm start`, or another checkout's.
process.env.WRANGLER_REGISTRY_PATH = resolve(".wrangler/test-registry")

/** They show notifications, which the headless shell has not. */
const needWindows = "**/notifications.test.ts"
const wholeChromium = process.env.CHROMIUM_PATH || undefined

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "./tests/browser/start-worker.ts",
  workers: 2,
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
    viewport: { width: 1280, height: 900 },
  },
  projects: [
    { name: "pages", testIgnore: needWindows },
    {
      name: "notifications",
      testMatch: needWindows,
      use: { channel: "chromium", launchOptions: { ...launchOptions, executablePath: wholeChromium } },
    },
  ],
})
