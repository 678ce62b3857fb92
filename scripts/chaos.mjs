import { bin, build, install, prepareDatabase, run, switchToPinnedNode } from "./lib/setup.mjs"

// Injects failures one at a time: kills the chat's server hundreds of times, and fails each request of each page. It
// takes hours.

await install()
await switchToPinnedNode()
const { findChromium } = await import("./lib/chromium.mjs")
const env = { CHAOS: "whole", CHROMIUM_PATH: (await findChromium()) ?? "" }
await build()
await run(bin("vitest"), ["run", "--project", "live", "tests/live/nemesis.test.ts"], { env })
await prepareDatabase(".wrangler/test")
// Workers that wait for slow responses need no processor: each role has a worker of its own.
await run(bin("playwright"), ["test", "tests/browser/connection/chaos.test.ts", "--workers=5"], { env })
