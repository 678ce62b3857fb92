import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { TestProject } from "vitest/node"
import { migrateLocal } from "../../scripts/lib/local-migrations.ts"
import needsBuild from "../needs-build.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of bundled Workers and of a migrated, empty local state: the start of every live server. */
    groundwork: string
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url))
const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js")
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" }
const run = (...args: string[]) => promisify(execFile)(process.execPath, [wrangler, ...args], { cwd: root, env })

/**
 * Vitest's global setup of live tests: bundles the Worker as it is deployed, and the one with faults; creates empty
 * tables.
 */
export default async function layGroundwork(project: TestProject): Promise<() => void> {
  needsBuild()
  const folder = mkdtempSync(join(tmpdir(), "salon-live-"))
  await Promise.all([
    run("deploy", "worker/index.ts", "--dry-run", "--outdir", join(folder, "sound")),
    run("deploy", "tests/live/entry.ts", "--dry-run", "--outdir", join(folder, "faulty")),
    migrateLocal(join(folder, "state")),
  ])
  project.provide("groundwork", folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
