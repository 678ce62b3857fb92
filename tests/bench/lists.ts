import { join } from "node:path"
import { type Browser, chromium, type Page } from "@playwright/test"
import { findChromium, findHeadlessShell } from "../../scripts/lib/chromium.mjs"
import { accounts } from "../../scripts/seed/accounts.ts"
import { launchOptions } from "../browser/launch.ts"
import { buildSalon } from "./build.ts"
import { prepareLists } from "./database.ts"
import { waitFor } from "./measure.ts"
import { describeMachine, percentile } from "./report.ts"
import { signIn, start } from "./serve.ts"

/**
 * `npm run bench:lists`, and a part of `npm run bench`: the first paint of the back office's lists with 100,000 rows,
 * compared with the same lists of 1,000, in Chromium, for staff with a second factor.
 */
interface Plan {
  /** Loads of each page. */
  turns: number
  /** Loads of each page that do not count. */
  warmUp: number
}

const full: Plan = { turns: 21, warmUp: 3 }
const short: Plan = { turns: 7, warmUp: 2 }
const [few, many] = [1_000, 100_000]
const desk = "/dashboard/admin"
/** Of two medians: the list with many rows to the one with few, for the first paint and for the document. */
const maxRatio = 1.5
/** The session, then the list, and of the audit log the names of whom its sentences are about. */
const maxTrips = 3
/** Rows of D1 that a page may read beyond those of the list with few: a hundredth of a scan. */
const maxFurtherRows = 1_000

/** Of one list in one size. */
interface Loads {
  /** Milliseconds from the request to the document's last byte. */
  document: number[]
  /** Milliseconds from the start of the navigation. */
  firstPaint: number[]
  /** One more where the session's last use is written, once a minute. */
  d1RoundTrips: number[]
  rowsRead: number[]
}

export interface ListFigures {
  page: string
  few: Loads
  many: Loads
  documentRatio: number
  firstPaintRatio: number
}

/** `folder` is the result of `buildSalon`. */
export async function benchLists(folder: string, isShort: boolean) {
  const states = [await prepareLists(few), await prepareLists(many)] as const
  const { turns, warmUp } = isShort ? short : full
  const browser = await launch()
  try {
    await using small = await startDesk(folder, states[0], browser)
    await using large = await startDesk(folder, states[1], browser)
    const pages = Object.keys(small.addresses).map((page) => ({ page, few: noLoads(), many: noLoads() }))
    for (let turn = -warmUp; turn < turns; turn += 1) {
      for (const { page, ...all } of pages) {
        // Each is first in every other turn.
        const pair = [
          { side: small, loads: all.few },
          { side: large, loads: all.many },
        ]
        for (const { side, loads } of turn % 2 === 0 ? pair : pair.toReversed())
          await side.load(page, turn < 0 ? noLoads() : loads)
      }
    }
    const figures = pages.map(figuresOf)
    console.log(tableOf(figures))
    return { figures, broken: figures.flatMap(brokenBy) }
  } finally {
    await browser.close()
  }
}

async function launch(): Promise<Browser> {
  const whole = await findChromium()
  const shell = await findHeadlessShell(whole)
  return chromium.launch({ ...launchOptions, executablePath: shell ?? whole ?? undefined })
}

/** Starts Salon over a database, and opens its back office in a tab of the browser. */
async function startDesk(folder: string, state: string, browser: Browser) {
  const bindings = { APP_ENV: "test", MAIL_ADAPTER: "mailbox", AGE_NOTICE: "off", STAFF_SECOND_FACTOR: "required" }
  const { miniflare, origin, lines } = await start(folder, { bindings, state: join(state, "v3"), hasAssets: true })
  const context = await browser.newContext({ locale: "en", viewport: { width: 1280, height: 900 } })
  const cookie = await signIn(await miniflare.getD1Database("DB"), accounts[0].email)
  await context.addCookies([{ ...cookie, secure: true, path: "/", domain: origin.hostname }])
  const page = await context.newPage()
  await page.goto(new URL(`${desk}/users`, origin).href)
  const next = await page.locator("a[rel=next]").getAttribute("href")
  const addresses: Record<string, string> = {
    users: `${desk}/users`,
    "users, the next page": next ?? "",
    "users, a search by name": `${desk}/users?q=Member+0007`,
    "users, a search by address": `${desk}/users?q=member-00077@`,
    "users, a search by what all begin with": `${desk}/users?q=Member`,
    "users with a profile": `${desk}/users?state=owner`,
    "users who pay": `${desk}/users?state=paying`,
    "published profiles": `${desk}/profiles?state=published`,
    emails: `${desk}/mail`,
    "emails that were sent": `${desk}/mail?state=sent`,
    "the audit log": `${desk}/audit`,
  }
  const load = async (name: string, loads: Loads) => {
    const { id, ...times } = await paint(page, new URL(addresses[name] ?? "", origin))
    const line = await waitFor(() => lines.get(id))
    loads.document.push(times.document)
    loads.firstPaint.push(times.firstPaint)
    loads.d1RoundTrips.push(line.d1_round_trips)
    loads.rowsRead.push(line.rows_read)
  }
  return { addresses, load, [Symbol.asyncDispose]: () => miniflare.dispose() }
}

/** Loads a document, and waits until everything on it has loaded. */
async function paint(page: Page, url: URL) {
  const response = await page.goto(url.href, { waitUntil: "load" })
  if (response?.status() !== 200) throw new Error(`${url.pathname} responded with ${response?.status()}`)
  if ((await page.locator("[data-item]").count()) === 0) throw new Error(`${url.href} has no rows`)
  const times = await page.evaluate(async () => {
    const firstPaint = await new Promise<number>((resolve) => {
      const observer = new PerformanceObserver((entries) => {
        for (const { name, startTime } of entries.getEntries())
          if (name === "first-contentful-paint") resolve(startTime)
      })
      observer.observe({ type: "paint", buffered: true })
    })
    const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]
    return { firstPaint, document: (navigation?.responseEnd ?? Number.NaN) - (navigation?.requestStart ?? Number.NaN) }
  })
  return { ...times, id: response.headers()["x-request-id"] ?? "" }
}

const noLoads = (): Loads => ({ document: [], firstPaint: [], d1RoundTrips: [], rowsRead: [] })

const median = (values: number[]) => percentile(values, 0.5)

function figuresOf({ page, ...all }: { page: string; few: Loads; many: Loads }): ListFigures {
  const ratio = (part: "document" | "firstPaint") => median(all.many[part]) / median(all.few[part])
  return { page, ...all, documentRatio: ratio("document"), firstPaintRatio: ratio("firstPaint") }
}

function brokenBy({ page, few, many, documentRatio, firstPaintRatio }: ListFigures): string[] {
  const further = median(many.rowsRead) - median(few.rowsRead)
  const limits = [
    ["first paint, times that of the short list", firstPaintRatio, maxRatio],
    ["document, times that of the short list", documentRatio, maxRatio],
    ["D1 round trips", median(many.d1RoundTrips), maxTrips],
    ["rows read beyond those of the short list", further, maxFurtherRows],
  ] as const
  // A ratio that is not a number is above every limit.
  return limits
    .filter(([, value, limit]) => !(value <= limit))
    .map(([what, value, limit]) => `the list of ${page}: ${what}: ${Number(value.toFixed(2))} (at most ${limit})`)
}

function tableOf(figures: ListFigures[]): string {
  const lines = figures.flatMap(({ page, ...all }) => [
    [`(${page}, of ${few.toLocaleString("en-GB")})`, ...cellsOf(all.few), "", ""],
    [page, ...cellsOf(all.many), all.firstPaintRatio.toFixed(2), all.documentRatio.toFixed(2)],
  ])
  const head = ["list", "loads", "first paint ms", "document ms", "D1 trips", "rows read"]
  const columns = [...head, `first paint to short (at most ${maxRatio})`, `document to short (at most ${maxRatio})`]
  const rule = columns.map((_, index) => (index === 0 ? "---" : "---:"))
  return [columns, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function cellsOf({ document, firstPaint, d1RoundTrips, rowsRead }: Loads): string[] {
  const times = [firstPaint, document].map((values) => median(values).toFixed(1))
  return [String(document.length), ...times, ...[d1RoundTrips, rowsRead].map((values) => String(median(values)))]
}

if (import.meta.main) {
  console.error("bench: building what has changed …")
  const folder = await buildSalon()
  console.error("bench: seeding and measuring …")
  console.log(`${describeMachine()}\n`)
  const { broken } = await benchLists(folder, process.argv.includes("--short"))
  for (const line of broken) console.log(`over budget: ${line}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
