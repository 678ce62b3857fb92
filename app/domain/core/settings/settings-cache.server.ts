import { openDatabase } from "~/db/client.server"
import { describeError } from "~/lib/describe-error"
import { createRefreshedCopy } from "../shared/refreshed-copy"
import { findSettings } from "./queries.server"
import { defaultSettings, type Settings, toSettings } from "./registry"

/**
 * Creates an isolate's copy of the settings, at most `maxAge` (ms) old while the primary responds. If it does not, the last one stays in
 * force; stored values that are not valid have their defaults and are reported.
 */
export function createSettingsCache(report: (event: string, details: Record<string, unknown>) => void) {
  let settings: Settings = defaultSettings
  const copy = createRefreshedCopy<Settings>((error) => report("settings.unreadable", describeError(error)))

  async function load(database: D1Database): Promise<Settings> {
    const found = toSettings(await findSettings(openDatabase(database, "first-primary").db))
    settings = found.settings
    if (found.invalid.length > 0) report("settings.invalid", { keys: found.invalid })
    return settings
  }

  return {
    /** The settings as they were last read. */
    current: () => settings,
    async read(
      database: D1Database,
      now: number,
      maxAge: number,
      waitUntil?: (work: Promise<unknown>) => void,
    ): Promise<Settings> {
      await copy({ now, maxAge, load: () => load(database), waitUntil })
      return settings
    },
  }
}
