import {
  fieldLimits,
  type ProfileTextField,
  type ProfileTextName,
  profileTextNames,
} from "~/domain/profiles/content/fields"
import { type Locale, locales } from "~/i18n/locales"
import { countCharacters } from "~/lib/characters"

/** `long`: longer than a profile may have it, so that nothing is drafted from it. */
export type TextState = "empty" | "written" | "long"
export type TextStates = Record<ProfileTextField, TextState>

/** Fields that are empty in one language, and can be drafted from another. */
export interface DraftOffer {
  from: Locale
  to: Locale
  names: ProfileTextName[]
}

export function textState(name: ProfileTextName, text: string): TextState {
  const length = countCharacters(text.trim())
  if (length === 0) return "empty"
  return length > fieldLimits[name].max ? "long" : "written"
}

/** Returns what can be drafted in each language: from the one in which most of what it lacks is written. */
export function draftOffers(states: TextStates): DraftOffer[] {
  return locales.flatMap(({ code: to }) => {
    const lacking = profileTextNames.filter((name) => states[`${name}.${to}`] === "empty")
    const offers = locales
      .map(({ code: from }) => ({ from, to, names: lacking.filter((name) => states[`${name}.${from}`] === "written") }))
      .filter(({ names }) => names.length > 0)
      .toSorted((a, b) => b.names.length - a.names.length)
    return offers.slice(0, 1)
  })
}

/** Returns why nothing can be drafted: no text is written, or each one that lacks its other language is too long; null where nothing lacks. */
export function whyNothing(states: TextStates): "unwritten" | "long" | null {
  if (profileTextNames.every((name) => locales.every(({ code }) => states[`${name}.${code}`] === "empty")))
    return "unwritten"
  const isBlocked = (name: ProfileTextName) => {
    const own = locales.map(({ code }) => states[`${name}.${code}`])
    return own.includes("empty") && own.includes("long")
  }
  return profileTextNames.some(isBlocked) ? "long" : null
}
