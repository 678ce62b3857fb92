import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { findChromium } from "../../scripts/lib/chromium.mjs"
import { prepareDatabase } from "../../scripts/lib/setup.mjs"
import { buildPeer, buildSalon } from "./build.ts"
import { startCompressingProxy } from "./compressing-proxy.ts"
import { cache, root, runCommand } from "./run.ts"
import { openSite, readCards, start, startBareRemix } from "./serve.ts"

/**
 * `npm run bench:lighthouse`: Lighthouse scores (a phone on its simulated network) of home, listing and profile for a
 * visitor: the median of five runs, and of the listing beside a bare Remix page with the same 24 pictures, in turn and
 * served alike.
 * Exits with 1 when a score is below its minimum, or the listing takes longer than the bare page by more than it may.
 * npx fetches Lighthouse for the run: it is larger than all other dependencies together.
 */
const lighthouse = "lighthouse@13.5.0"
const runs = 5
const pages = ["/", "/escorts", "/escorts/camille-aubert"]
const least: Record<string, number> = { performance: 95, accessibility: 100, "best-practices": 100 }
/** Rendered for each request, as the bare page is. */
const compared = "/escorts?afresh"
/** At most, relative to the bare page. */
const budgets = { "largest-contentful-paint": 1.2, "total-blocking-time": 1.5 }
/** Milliseconds of blocking below which two pages are equal: one task more or less is chance. */
const leastBlocking = 50
const flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"

interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string; numericValue?: number }>
}

let isGood = true
await prepareDatabase(".wrangler/state")
const state = join(root, ".wrangler/state/v3")
const worker = await start(await buildSalon(), { bindings: openSite, state, hasAssets: true })
const cards = await readCards({ origin: worker.origin, headers: {} })
const bareWorker = await startBareRemix(await buildPeer("bare-remix"), cards, worker.origin)
try {
  await using salon = await startCompressingProxy(worker.origin)
  await using bare = await startCompressingProxy(bareWorker.origin)
  for (const page of pages) {
    const reports: Report[] = []
    for (let run = 1; run <= runs; run += 1) reports.push(await auditAgain(new URL(page, salon.origin), run))
    const scores = Object.keys(least).map(
      (name) => [name, median(reports.map((report) => scoreOf(report, name)))] as const,
    )
    console.log(`${page}: ${scores.map(([name, score]) => `${name} ${score}`).join(", ")}`)
    if (scores.some(([name, score]) => score < (least[name] ?? 0))) {
      isGood = false
      for (const line of complaints(reports)) console.log(`  ${line}`)
    }
  }
  if (!(await isWithinBudgets(new URL(compared, salon.origin), new URL("/cards", bare.origin)))) isGood = false
} finally {
  await Promise.all([worker.miniflare.dispose(), bareWorker[Symbol.asyncDispose]()])
}
process.exitCode = isGood ? 0 : 1

/** Audits two pages in turn, each once before it counts, and compares their times. */
async function isWithinBudgets(page: URL, barePage: URL): Promise<boolean> {
  const [reports, bareReports]: [Report[], Report[]] = [[], []]
  for (let run = 0; run <= runs; run += 1) {
    const pair = [await auditAgain(page, run), await auditAgain(barePage, run)] as const
    if (run === 0) continue
    reports.push(pair[0])
    bareReports.push(pair[1])
  }
  return isWithin(reports, bareReports)
}

/** On a busy machine Chromium sometimes loses the trace of a page: the audit is repeated, twice at most. */
async function auditAgain(page: URL, run: number): Promise<Report> {
  return audit(page, run)
    .catch(() => audit(page, run))
    .catch(() => audit(page, run))
}

async function audit(page: URL, run: number): Promise<Report> {
  mkdirSync(join(cache, "lighthouse"), { recursive: true })
  const file = join(cache, "lighthouse", `${page.port}${page.pathname.replaceAll("/", "_")}-${run}.json`)
  process.env.CHROME_PATH = (await findChromium()) ?? ""
  const categories = `--only-categories=${Object.keys(least).join(",")}`
  const output = ["--output=json", `--output-path=${file}`, "--quiet", `--chrome-flags=${flags}`]
  await runCommand("npx", ["--yes", lighthouse, page.href, categories, ...output], root)
  return JSON.parse(readFileSync(file, "utf8")) as Report
}

/** Prints the listing's times beside the bare page's; returns whether they are within the budgets. */
function isWithin(reports: Report[], bareReports: Report[]): boolean {
  const ratios = Object.entries(budgets).map(([name, most]) => {
    const [own = 0, bare = 0] = [reports, bareReports].map((all) =>
      median(all.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN)),
    )
    const least = name === "total-blocking-time" ? leastBlocking : 0
    const ratio = Math.max(own, least) / Math.max(bare, least)
    console.log(
      `${compared} ${name}: ${own.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, ${ratio.toFixed(2)} (at most ${most})`,
    )
    return ratio <= most
  })
  return ratios.every(Boolean)
}

function scoreOf({ categories }: Report, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Returns the failed audits of the last run. */
function complaints(reports: Report[]): string[] {
  const audits = Object.values(reports.at(-1)?.audits ?? {})
  return audits
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title, displayValue = "" }) => `${title} ${displayValue}`)
}
