import type { CountryRule, UseRule } from "~/db/enums"
import { AppError } from "~/lib/errors"
import { unknownCode } from "./codes"

export { countryRules, useRules } from "~/db/enums"

/** Uses of the site that a country's policy decides about (trust-safety R30). */
export const countryUses = ["visit", "list", "pay", "contact"] as const
export type CountryUse = (typeof countryUses)[number]

export type CountryRules = Readonly<{ visit: CountryRule } & Record<Exclude<CountryUse, "visit">, UseRule>>

/** The rules of the countries that are not allowed everything, by their code. */
export type CountryPolicies = Readonly<Record<string, CountryRules>>

/** Rules of a country that nobody has decided about. */
export const openRules = { visit: "allow", list: "allow", pay: "allow", contact: "allow" } as const

interface FromCountry {
  countries: CountryPolicies
  client: { country: string | null }
}

/** Returns the rule for a use in the country of a request; a country that is not known has rules of its own. */
export function ruleOf({ countries, client }: FromCountry, use: CountryUse): CountryRule {
  const code = client.country ?? unknownCode
  return countries[code]?.[use] ?? "allow"
}

/** Whether some country asks its visitors for their age. */
export function hasAgeGates(countries: CountryPolicies): boolean {
  return Object.values(countries).some(({ visit }) => visit === "age_gate")
}

/** Nouns of the uses in the codes that refuse them. */
const refused = { list: "listing", pay: "payment", contact: "contact" } as const

/** Throws `country.no_listing`, `country.no_payment` or `country.no_contact` if the country of the request is closed to it. */
export function requireCountry(ctx: FromCountry, use: keyof typeof refused): void {
  if (ruleOf(ctx, use) === "block") throw new AppError(`country.no_${refused[use]}`)
}
