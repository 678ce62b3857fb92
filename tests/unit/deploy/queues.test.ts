import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { queuesOf, readWranglerConfig } from "../../../scripts/deploy/deployment"

const config = readWranglerConfig()
const { consumers } = config.queues

describe("the queues of a deployment", () => {
  test("are all in the steps that create them, each in the jurisdiction", () => {
    const steps = readFileSync("docs/deploy.md", "utf8").match(/queues create \S+ --jurisdiction eu/g) ?? []
    expect(steps.toSorted()).toEqual(
      queuesOf(config)
        .map((queue) => `queues create ${queue} --jurisdiction eu`)
        .toSorted(),
    )
    expect(queuesOf(config)).toContain("salon-dead")
  })

  test("all have a consumer in the Worker", () => {
    const code = readFileSync("worker/background.ts", "utf8")
    expect(queuesOf(config).toSorted()).toEqual(consumers.map(({ queue }) => queue).toSorted())
    for (const queue of queuesOf(config)) expect(code, queue).toContain(`"${queue}"`)
  })

  test("lose nothing that they give up, but the cron's steps, which run again", () => {
    const without = consumers.filter(({ dead_letter_queue }) => dead_letter_queue !== "salon-dead")
    expect(without.map(({ queue }) => queue).toSorted()).toEqual(["salon-dead", "salon-steps"])
  })
})
