import { applyD1Migrations, reset } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, inject } from "vitest"
import { openDatabase } from "~/db/client.server"
import { raiseEpochs } from "~/domain/content/queries.server"
import { holdChannelJobs } from "./channel-jobs"
import { forgetLog, watchLog } from "./log"
import { takeJobs, takeWoken } from "./mail"
import { forgetMade } from "./once"

// Files run one after the other in one runtime (vitest.config.ts), each with storage of its own: the previous file's is
// cleared.
await reset()
forgetMade()
takeJobs()
takeWoken()
// All in one transaction: a commit for each of them takes three times as long.
const migrations = inject("migrations")
await applyD1Migrations(env.DB, [{ name: "all", queries: migrations.flatMap(({ queries }) => queries) }])
// A write of the file before may end after its storage was cleared.
for (const { key } of (await env.MEDIA.list()).objects) await env.MEDIA.delete(key)
// Cached pages outlive the storage: as after a restore, none of a file before is served.
await raiseEpochs(openDatabase(env.DB, null).db, Date.now())

watchLog()
holdChannelJobs()
beforeEach(forgetLog)

afterEach(() => {
  // An error in the Worker's log is a fault, unless the test expected it and took it out of the log (takeLog).
  expect(forgetLog().filter((line) => line.level === "error")).toEqual([])
})
