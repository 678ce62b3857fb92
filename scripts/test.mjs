import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { runningFiles } from "./lib/running-files.mjs"
import { bin, build, finish, install, prepareDatabase, root, switchToPinnedNode } from "./lib/setup.mjs"

// The whole gate: types, lint, and the unit, worker, build and browser tests. Ends with the ten slowest files, what
// failed or passed only the second time, and one line, `N passed, N failed`.

const reports = join(root, "test-results")
/** Errors that the Worker of the browser tests logged. */
const errorLog = join(root, ".wrangler/test/errors.log")
/** A runner that takes longer (ms) is ended, and counts as failed: a third of it is usual. */
const maxRun = 35 * 60_000
/** A log file needs no colours. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: "1" }

await install()
await switchToPinnedNode()
const { findChromium, findHeadlessShell } = await import("./lib/chromium.mjs")
const chromium = await findChromium()
const headlessShell = await findHeadlessShell(chromium)
rmSync(reports, { recursive: true, force: true })
rmSync(errorLog, { force: true })
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
for (const { title, errors } of results.flatMap(({ failures = [] }) => failures))
  console.log(`\n${title}\n${errors.map((error) => stripVTControlCharacters(error ?? "").slice(0, 600)).join("\n")}`)
if (total("failed") > 0 && existsSync(errorLog)) console.log(`\nErrors of the Worker\n${lastErrors()}`)
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
  const reporters = ["--reporter=dot", "--reporter=json", "--reporter=./scripts/lib/running-files.mjs"]
  const flags = ["run", ...reporters, `--outputFile.json=${file}`]
  const succeeded = await runTests("Unit, worker and build tests", "vitest", flags)
  return counted(succeeded, () => {
    const report = JSON.parse(readFileSync(file, "utf8"))
    const files = report.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }))
    const failures = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => ({ title: fullName, errors: failureMessages })),
    )
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests, files, failures }
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
    failures: [...(beside.failures ?? []), ...(alone.failures ?? [])],
  }
}

async function runPlaywright(name, projects) {
  const file = join(reports, `playwright-${projects[0]}.json`)
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    CHROMIUM_PATH: chromium ?? "",
    CHROMIUM_SHELL_PATH: headlessShell ?? "",
  }
  // A folder of its own: each run empties its folder, and with it the pictures of what failed.
  const flags = [`--output=${join(reports, projects[0])}`, ...projects.map((project) => `--project=${project}`)]
  const succeeded = await runTests(name, "playwright", ["test", "--reporter=dot,json", ...flags], env)
  return counted(succeeded, () => {
    const { stats, suites } = JSON.parse(readFileSync(file, "utf8"))
    const specs = suites.flatMap(specsOf)
    const files = suites.map((suite) => ({
      name: `tests/browser/${suite.file}`,
      seconds:
        specsOf(suite)
          .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
          .reduce((ms, { duration }) => ms + duration, 0) / 1_000,
    }))
    const failures = specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "flaky" || status === "unexpected")
        .map(({ status, results }) => ({
          title: status === "flaky" ? `Passed only the second time: ${title}` : title,
          errors: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
        })),
    )
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped, files, failures }
  })
}

/** Returns the specs of a suite and of those within it. */
function specsOf({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * Counts the tests of a report; a runner that failed without naming a failure counts as one failure, and so does a lost
 * report.
 */
function counted(succeeded, read) {
  try {
    const { passed, failed, files, failures } = read()
    return { passed, failed: succeeded ? failed : Math.max(1, failed), files, failures }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

async function runTests(name, tool, args, env = {}) {
  console.log(`\n${name}`)
  const { status } = await finish(bin(tool), args, {
    env: { ...plain, ...env },
    timeout: maxRun,
    killSignal: "SIGKILL",
  })
  if (status === null) console.log(`\n${name} did not end within ${maxRun / 60_000} minutes.${stillRunning()}`)
  return status === 0
}

/** Returns the last twenty lines of the log, the beginning of each: a stack is long. */
function lastErrors() {
  const lines = readFileSync(errorLog, "utf8").trim().split("\n")
  const latest = lines.slice(-20).map((line) => line.slice(0, 800))
  return latest.join("\n")
}

/** Names the test files that had begun and not ended; nothing if none had. */
function stillRunning() {
  try {
    const names = JSON.parse(readFileSync(runningFiles, "utf8"))
    return names.length > 0 ? ` These files were running: ${names.join(", ")}` : ""
  } catch {
    return ""
  }
}
