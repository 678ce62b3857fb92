import { bin, build, install, prepareDatabase, run, switchToPinnedNode } from "./lib/setup.mjs"

// Everything fails, one thing at a time: the chat's server killed hundreds of times, and each request of each page. It takes hours.

await install()
await switchToPinnedNode()
const { findChromium } = await import("./lib/chromium.mjs")
const env = { CHAOS: "whole", CHROMIUM_PATH: (await findChromium()) ?? "" }
await build()
await run(bin("vitest"), ["run", "--project", "live", "tests/live/nemesis.test.ts"], { env })
await prepareDatabase(".wrangler/test")
// Those who wait for what is slow need no processor: each role walks in a worker of its own.
await run(bin("playwright"), ["test", "tests/browser/chaos.test.ts", "--workers=5"], { env })
