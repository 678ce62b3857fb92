import * as z from "zod"
import { type countryChangeStates, countryRules, useRules } from "~/db/enums"
import { multilineText } from "../shared/text"
import { countryCodes } from "./codes"
import type { CountryRules } from "./policy"

export const CountryCode = z.enum(countryCodes as [string, ...string[]])

const Rule = z.enum(useRules)

/** A change of a country's policy; `version` is the one that its author saw, 0 for a country that was never decided. */
export const ChangeForm = z.object({
  visit: z.enum(countryRules),
  list: Rule,
  pay: Rule,
  contact: Rule,
  version: z.coerce.number().int().min(0),
  reason: multilineText(500),
})
export type ChangeForm = z.infer<typeof ChangeForm>

/** A country as staff see it. */
export interface Country extends CountryRules {
  country: string
  /** How often it was decided; 0: it never was, and is allowed everything. */
  version: number
  /** Epoch ms; null if it never was. */
  updated_at: number | null
  /** The change that waits for a second person. */
  pending_id: string | null
}

/** A change, which waits or is over. */
export interface CountryChange extends CountryRules {
  id: string
  reason: string
  state: (typeof countryChangeStates)[number]
  /** Null: their account was erased. */
  staff: string | null
  second_staff: string | null
  created_at: number
  expires_at: number
}
