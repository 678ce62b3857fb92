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

/** The stored words, encrypted, about somebody whose address the owner named: never the address itself. */
export interface HiddenLabel {
  /** Masked: `n***@e***`. */
  address: string
  note: string
}

export const CountryForm = z.object({ country: CountryCode })
export type CountryForm = z.infer<typeof CountryForm>

export const PersonForm = z.object({ address: Email, note: lineDraft(maxHidingNote).default("") })
export type PersonForm = z.infer<typeof PersonForm>

export const PersonActionForm = z.object({ id: z.string().min(1).max(40) })

/** As whom an owner looks whether their profile is there: from a country, or as one of the people. */
export type SeenFrom = { country: string } | { person: string }
