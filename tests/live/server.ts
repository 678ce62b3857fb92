import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import { findFreePort } from "../../scripts/lib/setup.mjs"
import { startServer } from "../servers/process.ts"
import { type People, seedPeople } from "./people.ts"

/** A Worker on a port of this machine, over a database and objects of its own. */
export interface LiveServer {
  origin: string
  port: number
  people: People
  /** Kills it between two instructions, with everything not yet written, and restarts it. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

interface Options {
  /** Pairs of a member and a profile's owner. */
  pairs: number
  vars?: Record<string, string>
  /** Instead of the deployed Worker, the one with outages and planted faults (entry.ts). */
  isFaulty?: boolean
}

/** Starts the Worker over empty tables with some members in them. */
export async function startLive({ pairs, vars = {}, isFaulty = false }: Options): Promise<LiveServer> {
  // Keeps the port after a crash, so that clients can reconnect.
  const port = await findFreePort()
  const groundwork = inject("groundwork")
  const persistTo = mkdtempSync(join(groundwork, "server-"))
  cpSync(join(groundwork, "state"), persistTo, { recursive: true })
  const people = seedPeople(persistTo, pairs)
  const server = await startServer({
    bundle: join(groundwork, isFaulty ? "faulty" : "sound"),
    vars: { APP_ENV: "test", MAIL_ADAPTER: "mailbox", ACCESS_KEY: "", LOCALE_DOMAINS: "", ...vars },
    port,
    persistTo,
    hasAssets: false,
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    people,
    async crash() {
      await server.kill()
      await server.restart()
    },
    async stop() {
      await server.kill()
      rmSync(persistTo, { recursive: true, force: true })
    },
  }
}
