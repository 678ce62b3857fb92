import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { bin, build, finish, install, prepareDatabase, root, switchToPinnedNode } from "./lib/setup.mjs"

// The whole gate: types, lint, and the unit, worker, build and browser tests. Ends with the ten slowest files, and one line, `N passed, N failed`.

const reports = join(root, "test-results")
/** A log file needs no colours. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" }

await install()
await switchToPinnedNode()
const { findChromium, findHeadlessShell } = await import("./lib/chromium.mjs")
const chromium = await findChromium()
const headlessShell = await findHeadlessShell(chromium)
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

// Decisions of tests stay decided: each run begins with the demo as it was. Its pictures may stay.
for (const part of ["d1", "do"]) rmSync(join(root, ".wrangler/test/v3", part), { recursive: true, force: true })

// The types use one processor, the build and the demo's pictures another.
const [checks] = await Promise.all([runChecks(), build().then(() => prepareDatabase(".wrangler/test"))])
const results = [...checks, await runVitest(), await runBrowser()]

const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
const slowest = results.flatMap(({ files = [] }) => files).toSorted((one, other) => other.seconds - one.seconds)
for (const { name, seconds } of slowest.slice(0, 10))
  console.log(`${String(Math.round(seconds)).padStart(4)} s ${name}`)
console.log(`${total("passed")} passed, ${total("failed")} failed`)
process.exit(total("failed") === 0 ? 0 : 1)

async function runChecks() {
  const typesFlags = ["--include-runtime=false", "--env-file=.dev.vars.example", "--check"]
  return [
    await check("Generated types are up to date", "wrangler", ["types", "worker-configuration.d.ts", ...typesFlags]),
    // The native compiler; "typescript" is the one whose API the tests use, and both link a `tsc`.
    await check("Types", "../@typescript/native/bin/tsc", ["--noEmit"]),
    await check("No unused files, exports or dependencies", "knip", []),
    await check("Lint and format", "biome", ["check", "--error-on-warnings", "."]),
  ]
}

/** Runs a tool that passes or fails: one test. */
async function check(name, tool, args) {
  const { status, output } = await finish(bin(tool), args, { quiet: true, env: plain })
  console.log(`${name}: ${status === 0 ? "yes" : `no\n${output}`}`)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runVitest() {
  const file = join(reports, "vitest.json")
  const flags = ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`]
  const succeeded = await runTests("Unit, worker and build tests", "vitest", flags)
  return counted(succeeded, () => {
    const report = JSON.parse(readFileSync(file, "utf8"))
    const files = report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests, files }
  })
}

/** The hot server bundles everything first: beside two browsers that takes minutes, and its waits would fail. */
async function runBrowser() {
  const beside = await runPlaywright("Browser tests", ["pages", "notifications"])
  const alone = await runPlaywright("Browser tests of the hot server", ["hot"])
  return {
    passed: beside.passed + alone.passed,
    failed: beside.failed + alone.failed,
    files: [...(beside.files ?? []), ...(alone.files ?? [])],
  }
}

async function runPlaywright(name, projects) {
  const file = join(reports, `playwright-${projects[0]}.json`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM_PATH: chromium ?? "",
    CHROMIUM_SHELL_PATH: headlessShell ?? "",
  }
  const flags = projects.map((project) => `--project=${project}`)
  const succeeded = await runTests(name, "playwright", ["test", "--reporter=dot,json", ...flags], env)
  return counted(succeeded, () => {
    const { stats, suites } = JSON.parse(readFileSync(file, "utf8"))
    for (const title of flakyTitles(suites)) console.log(`Passed only the second time: ${title}`)
    const files = suites.map((suite) => ({
      name: `tests/browser/${suite.file}`,
      seconds:
        testsOf(suite).reduce((sum, { results }) => sum + results.reduce((ms, one) => ms + one.duration, 0), 0) / 1_000,
    }))
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped, files }
  })
}

/** Returns the tests of a suite and of those within it. */
function testsOf({ suites = [], specs = [] }) {
  return [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(testsOf)]
}

/** Returns the titles of the tests that failed once and then passed. */
function flakyTitles(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...flakyTitles(inner),
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(({ title }) => title),
  ])
}

/**
 * Counts the tests of a report; a runner that failed without naming a failure counts as one failure, and so does a lost
 * report.
 */
function counted(succeeded, read) {
  try {
    const { passed, failed, files } = read()
    return { passed, failed: succeeded ? failed : Math.max(1, failed), files }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function runTests(name, tool, args, env = {}) {
  console.log(`\n${name}`)
  const { status } = await finish(bin(tool), args, { env: { ...plain, ...env } })
  return status === 0
}
