import { applyD1Migrations } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, inject } from "vitest"
import { forgetLog, watchLog } from "./log"

await applyD1Migrations(env.DB, inject("migrations"))

watchLog()
beforeEach(forgetLog)

afterEach(() => {
  // What the Worker logs as an error is a fault, unless the test expected it and took it out of the log (takeLog).
  expect(forgetLog().filter((line) => line.level === "error")).toEqual([])
})
