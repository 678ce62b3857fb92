import ts from "typescript"
import { expect, test } from "vitest"
import { filesOf, nodesOf, parse } from "./helpers/sources"

/** As many requests as any machine answers within the time of a test. */
const maxRequests = 50

/** Returns how often a loop such as `for (let n = 0; n < 60; n += 1)` runs; 0 if it does not say so in figures. */
function runsOf({ condition }: ts.ForStatement): number {
  if (!condition || !ts.isBinaryExpression(condition) || !ts.isNumericLiteral(condition.right)) return 0
  return Number(condition.right.text.replaceAll("_", ""))
}

test("no test of the Worker reaches a limit by hundreds of requests", () => {
  const loops = filesOf("tests/{worker,live}/**/*.ts").flatMap((file) => {
    const source = parse(file)
    return [...nodesOf(source)]
      .filter(ts.isForStatement)
      .map((loop) => ({ file, runs: runsOf(loop), body: loop.statement.getText(source) }))
  })
  expect(loops.length).toBeGreaterThan(50)
  const slow = loops.filter(({ runs, body }) => runs > maxRequests && /\.status\b|\bfetch\w+\(|\.call\(/.test(body))
  expect(
    slow.map(({ file, body }) => `${file}: ${body}`),
    "Use exhaustLimit of tests/worker/helpers/limits.ts, and leave one attempt for the test.",
  ).toEqual([])
})
