import { openDatabase } from "~/db/client.server"
import { describeError } from "~/lib/describe-error"
import type { LaunchFacts } from "../readiness/policy"
import { createRefreshedCopy } from "../shared/refreshed-copy"
import { findSettingsAndLaunch } from "./queries.server"
import { defaultSettings, type Settings, toSettings } from "./registry"

/**
 * Creates an isolate's copy of the settings and of what the database says of the launch, at most `maxAge` (ms) old while the primary
 * responds. If it does not, the last one stays in force; stored values that are not valid have their defaults and are reported.
 */
export function createSettingsCache(report: (event: string, details: Record<string, unknown>) => void) {
  let settings: Settings = defaultSettings
  let launch: LaunchFacts | null = null
  const copy = createRefreshedCopy<Settings>((error) => report("settings.unreadable", describeError(error)))

  async function load(database: D1Database, now: number): Promise<Settings> {
    const found = await findSettingsAndLaunch(openDatabase(database, "first-primary").db, now)
    const parsed = toSettings(found.rows)
    settings = parsed.settings
    launch = found.launch
    if (parsed.invalid.length > 0) report("settings.invalid", { keys: parsed.invalid })
    return settings
  }

  return {
    /** The settings as they were last read. */
    current: () => settings,
    /** The launch as it was last read; null if it never was. */
    launch: () => launch,
    async read(
      database: D1Database,
      now: number,
      maxAge: number,
      waitUntil?: (work: Promise<unknown>) => void,
    ): Promise<Settings> {
      await copy({ now, maxAge, load: () => load(database, now), waitUntil })
      return settings
    },
  }
}
