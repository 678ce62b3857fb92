import { openDatabase, read } from "~/db/client.server"
import { describeError } from "~/lib/describe-error"
import type { CountryPolicies } from "../countries/policy"
import { closedCountries } from "../countries/queries.server"
import type { LaunchFacts } from "../readiness/policy"
import { type LaunchRow, selectLaunchFacts, toLaunchFacts } from "../readiness/queries.server"
import { createRefreshedCopy } from "../shared/refreshed-copy"
import { storedSettings } from "./queries.server"
import { defaultSettings, type Settings, toSettings } from "./registry"

/** All that is read in one round trip. */
interface Known {
  settings: Settings
  countries: CountryPolicies
  launch: LaunchFacts | null
}

/**
 * Creates an isolate's copy of the settings, of the countries' policies and of what the database says of the launch, read in one round
 * trip, at most `maxAge` (ms) old while the primary responds. If it does not, the last one stays in force; stored values that are not
 * valid have their defaults and are reported.
 */
export function createSettingsCache(report: (event: string, details: Record<string, unknown>) => void) {
  let known: Known = { settings: defaultSettings, countries: {}, launch: null }
  const copy = createRefreshedCopy<Known>((error) => report("settings.unreadable", describeError(error)))

  async function load(database: D1Database, now: number): Promise<Known> {
    const { db } = openDatabase(database, "first-primary")
    const [rows, policies, [facts]] = await read(db, storedSettings, closedCountries, selectLaunchFacts(now))
    const { settings, invalid } = toSettings(rows)
    if (invalid.length > 0) report("settings.invalid", { keys: invalid })
    const countries = Object.fromEntries(policies.map(({ country, ...rules }) => [country, rules]))
    return { settings, countries, launch: toLaunchFacts(facts as LaunchRow) }
  }

  return {
    /** The settings as they were last read. */
    current: () => known.settings,
    /** The launch as it was last read; null if it never was. */
    launch: () => known.launch,
    /** The countries' policies as they were last read. */
    countries: () => known.countries,
    async read(
      database: D1Database,
      now: number,
      maxAge: number,
      waitUntil?: (work: Promise<unknown>) => void,
    ): Promise<Settings> {
      known = (await copy({ now, maxAge, load: () => load(database, now), waitUntil })) ?? known
      return known.settings
    },
  }
}
