import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { findChromium } from "../../scripts/lib/chromium.mjs"
import { build, prepareDatabase } from "../../scripts/lib/setup.mjs"
import { startWorker } from "../../scripts/lib/worker.mjs"
import { cache, root, runCommand } from "./run.ts"

/**
 * `npm run bench:lighthouse`: Lighthouse scores (a phone on its simulated network) of home, listing and profile for a
 * visitor: the median of five runs. Exits with 1 when a score is below its minimum. npx fetches Lighthouse for the
 * run: it is larger than all other dependencies together.
 */
const lighthouse = "lighthouse@13.5.0"
const port = 8794
const runs = 5
const pages = ["/", "/escorts", "/escorts/camille-aubert"]
const least: Record<string, number> = { performance: 95, accessibility: 100, "best-practices": 100 }
const flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"

interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

await build()
await prepareDatabase(".wrangler/state")
const worker = await startWorker({
  port,
  persistTo: ".wrangler/state",
  vars: { APP_ENV: "development", MAIL_ADAPTER: "mailbox", ACCESS_KEY: "", AGE_NOTICE: "off", LOCALE_DOMAINS: "" },
})
let isGood = true
try {
  for (const page of pages) {
    const reports: Report[] = []
    for (let run = 1; run <= runs; run += 1) reports.push(await auditAgain(page, run))
    const scores = Object.keys(least).map(
      (name) => [name, median(reports.map((report) => scoreOf(report, name)))] as const,
    )
    console.log(`${page}: ${scores.map(([name, score]) => `${name} ${score}`).join(", ")}`)
    if (scores.some(([name, score]) => score < (least[name] ?? 0))) {
      isGood = false
      for (const line of complaints(reports)) console.log(`  ${line}`)
    }
  }
} finally {
  await worker.stop()
}
process.exitCode = isGood ? 0 : 1

/** On a busy machine Chromium sometimes loses the trace of a page: the audit is repeated, twice at most. */
async function auditAgain(page: string, run: number): Promise<Report> {
  return audit(page, run)
    .catch(() => audit(page, run))
    .catch(() => audit(page, run))
}

async function audit(page: string, run: number): Promise<Report> {
  mkdirSync(join(cache, "lighthouse"), { recursive: true })
  const file = join(cache, "lighthouse", `${page.replaceAll("/", "_")}-${run}.json`)
  process.env.CHROME_PATH = (await findChromium()) ?? ""
  const categories = `--only-categories=${Object.keys(least).join(",")}`
  const output = ["--output=json", `--output-path=${file}`, "--quiet", `--chrome-flags=${flags}`]
  await runCommand("npx", ["--yes", lighthouse, `http://localhost:${port}${page}`, categories, ...output], root)
  return JSON.parse(readFileSync(file, "utf8")) as Report
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
