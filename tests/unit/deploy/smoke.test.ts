import { expect, test } from "vitest"
import { smokeTest } from "../../../scripts/deploy/smoke"

test("the checks of a deployment that cannot be reached fail one by one, and end", async () => {
  const lines: string[] = []
  const nowhere = { origin: "http://127.0.0.1:9", realtimeKey: "salon", accessKey: "a key", isGated: true }
  expect(await smokeTest(nowhere, (line) => lines.push(line), { waitSeconds: 0 })).toBe(false)
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line).toMatch(/^NO {3}/)
})
