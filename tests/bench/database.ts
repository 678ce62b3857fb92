import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { hashFiles } from "./build.ts"
import { cache, root, runNode, runTool } from "./run.ts"

/** Creates a migrated, empty database; returns its folder of local state, below `under`. */
export async function emptyDatabase(name: string, under = cache): Promise<string> {
  const state = join(under, `state-${name}`)
  rmSync(state, { recursive: true, force: true })
  await runTool("wrangler", ["d1", "migrations", "apply", "salon", "--local", "--persist-to", state], root)
  return state
}

/** Creates a migrated database with a demo of that many profiles, once; returns its folder of local state. */
export async function prepareDatabase(profiles: number): Promise<string> {
  const state = join(cache, `state-${profiles}`)
  const stamp = join(state, "seeded")
  const id = hashFiles(root, globSync(["migrations/*.sql", "scripts/seed/**/*.{ts,md,json}"], { cwd: root }))
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === id) return state
  rmSync(state, { recursive: true, force: true })
  await runTool("wrangler", ["d1", "migrations", "apply", "salon", "--local", "--persist-to", state], root)
  await runNode(["scripts/seed/main.ts", "--persist", state, "--without-media", "--profiles", String(profiles)], root)
  writeFileSync(stamp, id)
  return state
}
