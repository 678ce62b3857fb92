import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { bin, build, install, prepareDatabase, root, switchToPinnedNode } from "./lib/setup.mjs"

// The whole gate: types, lint, and the unit, worker, build and browser tests. Ends with one line, `N passed, N failed`.

const reports = join(root, "test-results")
/** A log file wants no colours. */
const quiet = process.stdout.isTTY ? {} : { NO_COLOR: "1" }

install()
await switchToPinnedNode()
const { findChromium } = await import("./lib/chromium.mjs")
const chromium = await findChromium()
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
await build()

const typesFlags = ["--include-runtime=false", "--env-file=.dev.vars.example", "--check"]
const results = [
  check("Generated types are up to date", "wrangler", ["types", "worker-configuration.d.ts", ...typesFlags]),
  check("Types", "tsc", ["--noEmit"]),
  check("Lint and format", "biome", ["check", "--error-on-warnings", "."]),
  runVitest(),
  runPlaywright(),
]

const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
console.log(`${total("passed")} passed, ${total("failed")} failed`)
process.exit(total("failed") === 0 ? 0 : 1)

/** A tool that says yes or no: one test. */
function check(name, tool, args) {
  const succeeded = runTool(name, tool, args)
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
}

function runVitest() {
  const file = join(reports, "vitest.json")
  const succeeded = runTool("Unit, worker and build tests", "vitest", [
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ])
  return counted(succeeded, () => {
    const report = JSON.parse(readFileSync(file, "utf8"))
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests }
  })
}

function runPlaywright() {
  const file = join(reports, "playwright.json")
  prepareDatabase(".wrangler/test")
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium ?? "" }
  const succeeded = runTool("Browser tests", "playwright", ["test", "--reporter=dot,json"], env)
  return counted(succeeded, () => {
    const { stats } = JSON.parse(readFileSync(file, "utf8"))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
  })
}

/** What a report counts; a runner that failed without saying what failed counts as one failure, and so does a lost report. */
function counted(succeeded, read) {
  try {
    const { passed, failed } = read()
    return { passed, failed: succeeded ? failed : Math.max(1, failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function runTool(name, tool, args, env = {}) {
  console.log(`\n${name}`)
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`
  const { status } = spawnSync(bin(tool), args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...quiet, PATH: path, WRANGLER_SEND_METRICS: "false", ...env },
  })
  return status === 0
}
