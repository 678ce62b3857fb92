import { execFile } from "node:child_process"
import { existsSync, statfsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"

export const root = join(import.meta.dirname, "../..")
/** All files of the benchmarks; safe to delete. */
export const cache = join(root, ".cache/bench")

const shared = "/dev/shm"
const isRoomy = existsSync(shared) && statfsSync(shared).bavail * statfsSync(shared).bsize > 2 ** 29
/**
 * The folder for state that must not wait for a disk, if the system has one: the local runtime waits for its disk in
 * the one thread that all its objects share. One for each checkout, since a benchmark may run two. Its creator deletes
 * what is in it.
 */
export const memory = isRoomy ? join(shared, `salon-bench${root.replaceAll("/", "-")}`) : cache

const execute = promisify(execFile)

/**
 * Runs a command of the project's dependencies (`remix`, `wrangler`) on this Node. Throws with its output when it
 * fails.
 */
export async function runTool(name: string, args: string[], cwd: string): Promise<void> {
  await runNode([join(root, "node_modules/.bin", name), ...args], cwd)
}

/** Runs a script on this Node. Throws with its output when it fails. */
export function runNode(args: string[], cwd: string): Promise<void> {
  return runCommand(process.execPath, args, cwd)
}

/** Runs any program. Throws with its output when it fails. */
export async function runCommand(command: string, args: string[], cwd: string): Promise<void> {
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, CI: "1", WRANGLER_SEND_METRICS: "false" }
  try {
    await execute(command, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${args.join(" ")} failed:\n${stdout}${stderr}`, { cause: error })
  }
}
