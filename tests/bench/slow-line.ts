import { join } from "node:path"
import { type Browser, chromium } from "@playwright/test"
import { findChromium, findHeadlessShell } from "../../scripts/lib/chromium.mjs"
import { prepareDatabase } from "../../scripts/lib/setup.mjs"
import { launchOptions } from "../browser/launch.ts"
import { buildSalon } from "./build.ts"
import { startCompressingProxy } from "./compressing-proxy.ts"
import { percentile } from "./report.ts"
import { root } from "./run.ts"
import { openSite, start } from "./serve.ts"

/**
 * `npm run bench:slow-line`: largest paint and layout shift of a visitor's first visit with a phone on a line of 400 kbit/s, the
 * median of some visits. Exits with 1 when a page is above its budget.
 */
const pages = ["/", "/escorts", "/escorts/in/lyon", "/escorts/camille-aubert", "/plans"]
const visits = 5
const budget = { largestPaint: 2_200, shift: 0.01 }
const bytesPerSecond = 400_000 / 8
const latency = 40

interface Visit {
  /** Milliseconds from the navigation's start. */
  largestPaint: number
  largest: string
  /** Cumulative layout shift. */
  shift: number
}

await prepareDatabase(".wrangler/state")
const worker = await start(await buildSalon(), {
  bindings: openSite,
  state: join(root, ".wrangler/state/v3"),
  hasAssets: true,
})
const whole = await findChromium()
const shell = await findHeadlessShell(whole)
const browser = await chromium.launch({ ...launchOptions, executablePath: shell ?? whole ?? undefined })
try {
  await using salon = await startCompressingProxy(worker.origin)
  console.log("| page | largest paint ms | of | layout shift |\n| --- | ---: | --- | ---: |")
  for (const path of pages) {
    const url = new URL(path, salon.origin)
    await visit(browser, url)
    const seen: Visit[] = []
    for (let turn = 0; turn < visits; turn += 1) seen.push(await visit(browser, url))
    const largestPaint = percentile(
      seen.map((one) => one.largestPaint),
      0.5,
    )
    const shift = Math.max(...seen.map((one) => one.shift))
    console.log(`| ${path} | ${largestPaint.toFixed(0)} | ${seen.at(-1)?.largest} | ${shift.toFixed(4)} |`)
    if (largestPaint > budget.largestPaint || shift > budget.shift) process.exitCode = 1
  }
} finally {
  await browser.close()
  await worker.miniflare.dispose()
}

/** Opens a page in a new context, waits until its network is quiet, and returns what the browser observed. */
async function visit(from: Browser, url: URL): Promise<Visit> {
  const context = await from.newContext({ locale: "en", viewport: { width: 360, height: 780 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Network.enable")
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, largest: "", shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url?: string })[]) {
        seen.largestPaint = entry.startTime
        seen.largest = entry.url ? new URL(entry.url).pathname : (entry.element?.tagName ?? "")
      }
    }).observe({ type: "largest-contentful-paint", buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
    }).observe({ type: "layout-shift", buffered: true })
  })
  await page.goto(url.href, { waitUntil: "networkidle", timeout: 90_000 })
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Visit }).seen)
  await context.close()
  return seen
}
