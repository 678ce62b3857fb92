import * as z from "zod"
import { CountryCode } from "../../core/countries/schema"
import { Email } from "../../core/shared/email"
import { lineDraft } from "../../core/shared/text"
import { maxHidingNote } from "./limits"

/** From whom an owner hides their profile (trust-safety R41). */
export interface Hiding {
  /** Country codes, sorted. */
  countries: string[]
  /** First hidden first. */
  people: HiddenPerson[]
}

export interface HiddenPerson extends HiddenLabel {
  id: string
  /** Epoch ms. */
  created_at: number
}

/** What is stored, encrypted, of somebody whose address the owner named: never the address itself. */
export const HiddenLabel = z.object({
  /** Masked: `n***@e***`. */
  address: z.string(),
  note: z.string(),
})
export type HiddenLabel = z.infer<typeof HiddenLabel>

export const CountryForm = z.object({ country: CountryCode })
export type CountryForm = z.infer<typeof CountryForm>

export const PersonForm = z.object({ address: Email, note: lineDraft(maxHidingNote).default("") })
export type PersonForm = z.infer<typeof PersonForm>

export const HiddenPersonId = z.string().min(1).max(40)

/** As whom an owner looks whether their profile is there: from a country, or as one of the people. */
export type SeenFrom = { country: string } | { person: string }
