import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { migrateLocal } from "../../scripts/lib/local-migrations.ts"
import needsBuild from "../needs-build.ts"
import { bundleWorker } from "../servers/process.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of bundled Workers and of a migrated, empty local state: the start of every live server. */
    groundwork: string
  }
}

/**
 * Vitest's global setup of live tests: bundles the Worker as it is deployed, and the one with faults; creates empty
 * tables.
 */
export default async function layGroundwork(project: TestProject): Promise<() => void> {
  needsBuild()
  const folder = mkdtempSync(join(tmpdir(), "salon-live-"))
  await Promise.all([
    bundleWorker("worker/index.ts", join(folder, "sound")),
    bundleWorker("tests/live/entry.ts", join(folder, "faulty")),
    migrateLocal(join(folder, "state")),
  ])
  project.provide("groundwork", folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
