import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

test("no script and no test waits for a child process synchronously", () => {
  const files = filesOf("{packages,scripts,tests}/**/*.{ts,tsx,mjs}", "*.config.ts")
  expect(files.length).toBeGreaterThan(300)
  const waiting = files
    .filter((file) => file !== "tests/architecture/processes.test.ts")
    .filter((file) => /\b(execFileSync|execSync|spawnSync)\b/.test(textOf(file)))
  expect(
    waiting,
    "Await finish() of scripts/lib/setup.mjs: nothing is served meanwhile, and kept sockets die.",
  ).toEqual([])
})
