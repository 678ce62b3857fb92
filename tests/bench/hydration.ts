import { join } from "node:path"
import { type Browser, chromium } from "@playwright/test"
import { findChromium, findHeadlessShell } from "../../scripts/lib/chromium.mjs"
import { accounts } from "../../scripts/seed/accounts.ts"
import { launchOptions } from "../browser/launch.ts"
import { buildPeer, buildSalon } from "./build.ts"
import { prepareDatabase } from "./database.ts"
import { describeMachine, percentile } from "./report.ts"
import { readCards, signIn, start, startBareRemix } from "./serve.ts"

/**
 * `npm run bench:hydration`: processor time of the listing's scripts in Chromium, for a visitor and a member, beside a
 * bare Remix page with the same cards, each a first visit, in turn. The medians; there is no budget.
 */

/** One page of one side, and the cookies of its reader. */
interface HydratedPage {
  name: string
  url: URL
  cookies: { name: string; value: string }[]
}

interface Hydration {
  name: string
  /** Milliseconds of processor time of scripts from React's start (app/entry.client.tsx) to the page's last effect; 0: unmarked. */
  hydration: number
  /** Of all scripts of the page, within two seconds of its load. */
  scripts: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds. */
  ts: number
  dur?: number
  /** Microseconds of processor time, which other load on the machine hardly changes. */
  tdur?: number
}

/** Measures pages in turn, a browser's first visit each time; returns the medians. */
async function measureHydration(pages: HydratedPage[], turns: number): Promise<Hydration[]> {
  const whole = await findChromium()
  const shell = await findHeadlessShell(whole)
  const browser = await chromium.launch({ ...launchOptions, executablePath: shell ?? whole ?? undefined })
  const loads = pages.map(({ name }) => ({ name, hydration: [] as number[], scripts: [] as number[] }))
  try {
    for (let turn = -2; turn < turns; turn += 1) {
      for (const [index, page] of pages.entries()) {
        const { hydration, scripts } = await load(browser, page)
        if (turn < 0) continue
        loads[index]?.hydration.push(hydration)
        loads[index]?.scripts.push(scripts)
      }
    }
  } finally {
    await browser.close()
  }
  const median = (values: number[]) => percentile(values, 0.5)
  return loads.map(({ name, hydration, scripts }) => ({
    name,
    hydration: median(hydration),
    scripts: median(scripts),
  }))
}

async function load(browser: Browser, { url, cookies }: HydratedPage) {
  const context = await browser.newContext({ locale: "en", viewport: { width: 412, height: 823 } })
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, secure: true, path: "/", domain: url.hostname })))
  const page = await context.newPage()
  await browser.startTracing(page, { categories: ["blink.user_timing", "devtools.timeline", "loading"] })
  await page.goto(url.href, { waitUntil: "load" })
  // Playwright's own ways to wait for a page run scripts in it.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await context.close()
  return timesOf(traceEvents)
}

const scriptEvents = [
  "EvaluateScript",
  "FunctionCall",
  "v8.evaluateModule",
  "v8.compile",
  "v8.compileModule",
  "RunMicrotasks",
  "TimerFire",
  "FireIdleCallback",
]

function timesOf(events: TraceEvent[]) {
  const start = events.find(({ name }) => name === "hydration-start")
  const end = events.find(({ name, ph }) => name === "hydration" && (ph === "e" || ph === "E"))
  const page = start ?? events.findLast(({ name }) => name === "firstContentfulPaint")
  const own = outermost(
    events.filter(
      ({ name, ph, pid, tid }) => ph === "X" && scriptEvents.includes(name) && pid === page?.pid && tid === page.tid,
    ),
  )
  const sum = (all: TraceEvent[]) => all.reduce((total, { tdur = 0 }) => total + tdur, 0) / 1000
  const within = own.filter(({ ts }) => start && end && ts >= start.ts && ts <= end.ts)
  return { hydration: sum(within), scripts: sum(own) }
}

/** Returns the events that are within none of the others. */
function outermost(events: TraceEvent[]): TraceEvent[] {
  let end = 0
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}

const turns = 9

async function benchHydration(): Promise<void> {
  console.error("bench: building and seeding what has changed …")
  const [salonFolder, remixFolder] = [await buildSalon(), await buildPeer("bare-remix")]
  const bindings = { APP_ENV: "test", MAIL_ADAPTER: "mailbox", AGE_NOTICE: "off" }
  const state = join(await prepareDatabase(1_000), "v3")
  const { miniflare, origin } = await start(salonFolder, { bindings, state, hasAssets: true })
  const member = await signIn(await miniflare.getD1Database("DB"), accounts[1].email)
  const bare = await startBareRemix(remixFolder, await readCards({ origin, headers: {} }), origin)
  try {
    const url = new URL("/escorts", origin)
    const pages = [
      { name: "/escorts, a visitor's", url, cookies: [] },
      { name: "/escorts, a member's", url, cookies: [member] },
      { name: bare.cards.name, url: new URL("/cards", bare.origin), cookies: [] },
    ]
    const measured = await measureHydration(pages, turns)
    const lines = measured.map((page) => [page.name, page.hydration.toFixed(0), page.scripts.toFixed(0)])
    const table = [["page", "hydration CPU ms", "all scripts CPU ms"], ["---", "---:", "---:"], ...lines]
    console.log(`${describeMachine()}\n\n${table.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`)
  } finally {
    await Promise.all([miniflare.dispose(), bare[Symbol.asyncDispose]()])
  }
}

await benchHydration()
