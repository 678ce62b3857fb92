import { launchFactsSql } from "../../app/db/statements/readiness.ts"
import { type LaunchSettings, missingItems } from "../../app/domain/core/readiness/policy.ts"
import texts from "../../app/i18n/locales/en/admin-readiness.json" with { type: "json" }
import { type Place, withDatabase } from "../lib/d1.ts"

/** Returns the names of the items without which a deployment stays a demonstration (trust-safety R31), as its page has them. */
export function findMissing(place: Place, settings: LaunchSettings, now: number): Promise<string[]> {
  return withDatabase(place, async ({ query }) => {
    const [row = {}] = await query(launchFactsSql.replaceAll(":now", String(now)))
    const facts = {
      recorded: JSON.parse(String(row.recorded)),
      hasSecondFactors: row.has_second_factors === 1,
      hasLegalPages: row.has_legal_pages === 1,
    }
    return missingItems(settings, facts, now).map((item) => texts.items[item].title)
  })
}
