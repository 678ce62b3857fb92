import { defineConfig } from "@playwright/test"
import { launchOptions } from "./tests/browser/launch"

export default defineConfig({
  testDir: "tests/browser",
  globalSetup: "./tests/browser/start-worker.ts",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: { launchOptions, screenshot: "only-on-failure", viewport: { width: 1280, height: 900 } },
})
