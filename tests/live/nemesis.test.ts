import { expect, test } from "vitest"
import { outage, runNemesis } from "./nemesis.ts"

/** `npm run test:chaos` runs all of it: a quarter of an hour. */
const isWhole = process.env.CHAOS === "whole"
const minute = 60_000

test("every acknowledged message reaches every client once and in order, despite kills and losses", {
  timeout: (isWhole ? 60 : 6) * minute,
}, async () => {
  const kills = isWhole ? 300 : 8
  const report = await runNemesis({
    writers: 20,
    kills,
    onKill: (kill) => isWhole && kill % 10 === 0 && console.log(`${kill} kills`),
  })
  console.log(
    `${report.acked} messages acknowledged, ${report.bySocket} by a socket, ${report.received} received, ${report.kills} kills`,
  )
  expect(report.problems).toEqual([])
  expect(report.acked).toBeGreaterThan(3 * kills)
  // Both ways to send are used.
  expect(report.bySocket).toBeGreaterThan(kills / 2)
  expect(report.acked - report.bySocket).toBeGreaterThan(kills)
})

/** Faults that show in quiet, and those that need load and kills. */
const quiet = (["no-retry", "counts-the-first", "forgets-the-inbox"] as const).map((fault) => ({
  fault,
  writers: 2,
  kills: 0,
  patience: outage + 4_000,
}))
const busy = (["broadcast-first", "no-dedupe"] as const).map((fault) => ({
  fault,
  writers: 20,
  kills: 10,
  patience: minute,
}))

test.each(isWhole ? [...quiet, ...busy] : quiet)(
  "a room with a planted fault ($fault) is detected",
  { timeout: 10 * minute },
  async (plan) => {
    const { problems } = await runNemesis(plan)
    console.log(`${plan.fault}: ${problems.length} problems, such as: ${problems[0]}`)
    expect(problems).not.toEqual([])
  },
)
