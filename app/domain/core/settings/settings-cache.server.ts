import { openDatabase, read } from "~/db/client.server"
import { describeError } from "~/lib/describe-error"
import type { CountryPolicies } from "../countries/policy"
import { closedCountries } from "../countries/queries.server"
import type { LaunchFacts } from "../readiness/policy"
import { type LaunchRow, selectLaunchFacts, toLaunchFacts } from "../readiness/queries.server"
import { createRefreshedCopy } from "../shared/refreshed-copy"
import { storedSettings } from "./queries.server"
import { defaultSettings, type Settings, toSettings } from "./registry"

/**
 * Creates an isolate's copy of the settings, of the countries' policies and of what the database says of the launch, read in one round
 * trip, at most `maxAge` (ms) old while the primary responds. If it does not, the last one stays in force; stored values that are not
 * valid have their defaults and are reported.
 */
export function createSettingsCache(report: (event: string, details: Record<string, unknown>) => void) {
  let settings: Settings = defaultSettings
  let countries: CountryPolicies = {}
  let launch: LaunchFacts | null = null
  const copy = createRefreshedCopy<Settings>((error) => report("settings.unreadable", describeError(error)))

  async function load(database: D1Database, now: number): Promise<Settings> {
    const { db } = openDatabase(database, "first-primary")
    const [rows, policies, [facts]] = await read(db, storedSettings, closedCountries, selectLaunchFacts(now))
    const found = toSettings(rows)
    settings = found.settings
    countries = Object.fromEntries(policies.map(({ country, ...rules }) => [country, rules]))
    launch = toLaunchFacts(facts as LaunchRow)
    if (found.invalid.length > 0) report("settings.invalid", { keys: found.invalid })
    return settings
  }

  return {
    /** The settings as they were last read. */
    current: () => settings,
    /** The launch as it was last read; null if it never was. */
    launch: () => launch,
    /** The countries' policies as they were last read. */
    countries: () => countries,
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
