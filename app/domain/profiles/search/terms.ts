import { formatLanguage } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { formatWeekday } from "~/i18n/weekday"
import type { CatalogName } from "../../core/ports/catalog-names"
import { dayParts, weekDays } from "../content/rhythm"
import { spokenLanguages } from "../content/spoken-languages"
import { buildVocabulary, type NamedTerm, type Vocabulary } from "./vocabulary"

/** Names of the filters for availability and for a confirmed identity. */
const flags: NamedTerm[] = [
  {
    filter: "available",
    value: "1",
    names: [
      "now",
      "available",
      "available now",
      "free now",
      "tonight",
      "this evening",
      "maintenant",
      "disponible",
      "disponible maintenant",
      "ce soir",
    ],
  },
  { filter: "verified", value: "1", names: ["verified", "vérifié", "vérifiée"] },
]

const dayPartNames = {
  morning: ["morning", "in the morning", "matin", "matinée"],
  afternoon: ["afternoon", "après-midi", "après midi"],
  evening: ["evening", "soir", "soirée"],
}

/** The days of the week and the parts of a day. */
const times: NamedTerm[] = [
  ...weekDays.map(
    (value, at): NamedTerm => ({
      filter: "when",
      value,
      names: locales.map(({ code }) => formatWeekday(at, code)),
    }),
  ),
  ...dayParts.map((value): NamedTerm => ({ filter: "when", value, names: dayPartNames[value] })),
]

/** The languages, by their names in each of ours, and in themselves. */
export const languageTerms: NamedTerm[] = spokenLanguages.map((code) => ({
  filter: "language",
  value: code,
  names: [...locales.map((locale) => formatLanguage(code, locale.code)), ownName(code)],
}))

function ownName(code: string): string {
  return new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code
}

/** Builds what a search understands: the times, the days (`dayTerms`), languages and flags, and the names of the catalog in every language, the places first. */
export function searchVocabulary(names: readonly CatalogName[], days: readonly NamedTerm[]): Vocabulary {
  return buildVocabulary([...flags, ...times, ...days, ...languageTerms, ...names.map(toTerm)])
}

/** Cuts the other names of a city, as staff write them: "Genf, Ginevra". */
export const otherNames = (names: string) => names.split(/\s*,\s*/).filter(Boolean)

/** An occasion is also called by each part of its name, "Dinners & evenings", and by its slug. */
function toTerm({ filter, value, name }: CatalogName): NamedTerm {
  const parts =
    filter === "category"
      ? [...name.split(/\s*(?:&|,|\bet\b|\band\b)\s*/), value.replaceAll("-", " ")]
      : otherNames(name)
  return { filter, value, names: [name, ...parts] }
}
