import { openDatabase } from "~/db/client.server"
import { describeError } from "~/lib/describe-error"
import { findSettings } from "./queries.server"
import { defaultSettings, type Settings, toSettings } from "./registry"

/**
 * Creates an isolate's copy of the settings, which is read from the primary again once it is older than `maxAge` (ms).
 * If it cannot be read, the last one stays in force; stored values that are not valid have their defaults and are reported.
 */
export function createSettingsCache(report: (event: string, details: Record<string, unknown>) => void) {
  let settings: Settings = defaultSettings
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function refresh(database: D1Database, now: number): Promise<void> {
    try {
      const found = toSettings(await findSettings(openDatabase(database, "first-primary").db))
      settings = found.settings
      if (found.invalid.length > 0) report("settings.invalid", { keys: found.invalid })
    } catch (error) {
      report("settings.unreadable", describeError(error))
    }
    // Also after a failure: a database that is out of order is not asked by each request.
    readAt = now
  }

  return {
    /** The settings as they were last read. */
    current: () => settings,
    async read(database: D1Database, now: number, maxAge: number): Promise<Settings> {
      if (now - readAt < maxAge && now >= readAt) return settings
      reading ??= refresh(database, now).finally(() => {
        reading = null
      })
      await reading
      return settings
    },
  }
}
