import "./app-modules.ts"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { LaunchSettings } from "../../app/domain/core/readiness/policy.ts"
import { readWranglerConfig } from "../deploy/deployment.ts"
import { root } from "./setup.mjs"

/** Returns the settings of this machine as the Worker receives them: wrangler.toml's, with those of .dev.vars over them. */
export function readLocalSettings(): Record<string, string> {
  const own = parseEnv(readFileSync(join(root, ".dev.vars"), "utf8")) as Record<string, string>
  return { ...readWranglerConfig().vars, ...own }
}

/** Checks settings, and bindings if there are any, as the Worker itself does: returns each wrong one by name, and how it is wrong. Empty if all are right. */
export async function problemsOf(settings: Record<string, string | object>): Promise<string[]> {
  const { readConfig } = await import("../../worker/config.ts")
  try {
    readConfig(settings)
    return []
  } catch (error) {
    if (error instanceof Error && error.name === "ConfigError") return error.message.split("; ")
    throw error
  }
}

/** Returns the launch as far as valid settings know of it. */
export async function launchSettingsOf(settings: Record<string, string | object>): Promise<LaunchSettings> {
  const [{ readConfig }, { launchSettings }] = await Promise.all([
    import("../../worker/config.ts"),
    import("../../worker/launch.ts"),
  ])
  return launchSettings(readConfig(settings))
}

/** Returns LOCALE_DOMAINS with another port, for a second server on the same machine. */
export function domainsOnPort(domains: string, port: number): string {
  return domains.replaceAll(/(localhost|127\.0\.0\.1):\d+/g, `$1:${port}`)
}
