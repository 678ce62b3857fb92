import { describe, expect, test } from "vitest"
import type { CatalogName } from "~/domain/core/ports/catalog-names"
import { addDays } from "~/domain/core/shared/site-days"
import { joinTimes, partsOfTime, weekTimes } from "~/domain/profiles/content/rhythm"
import { correctSearch } from "~/domain/profiles/search/correct-search"
import { dayTerms } from "~/domain/profiles/search/day-terms"
import { type ParsedSearch, parseSearch } from "~/domain/profiles/search/parse-search"
import { searchVocabulary } from "~/domain/profiles/search/terms"
import { type NamedFilter, tellingWords } from "~/domain/profiles/search/vocabulary"
import { categories, cities } from "../../../scripts/seed/catalog.ts"

const inBoth = (filter: CatalogName["filter"], value: string, name: { en: string; fr: string }): CatalogName[] =>
  [name.en, name.fr].map((one) => ({ filter, value, name: one }))

/** The demo's catalog, as the database returns it. */
const names = [
  ...cities.flatMap(({ slug, name }) => inBoth("city", slug, name)),
  ...cities.map(({ slug, otherNames }): CatalogName => ({ filter: "city", value: slug, name: otherNames })),
  ...cities.map(({ region }): CatalogName => ({ filter: "region", value: region.toLowerCase(), name: region })),
  ...categories.flatMap(({ slug, name }) => inBoth("category", slug, name)),
  ...categories.flatMap(({ services }) => services.flatMap(({ slug, name }) => inBoth("service", slug, name))),
]
/** A Tuesday. */
const today = "2026-12-01"
const vocabulary = searchVocabulary(names, [])
const parse = (typed: string, taken: NamedFilter[] = []) =>
  parseSearch(typed, searchVocabulary(names, dayTerms(typed, today)), taken)

type Case = [typed: string, filters: ParsedSearch["filters"], words?: string]

const cases: Case[] = [
  [
    "someone for dinner in Lyon on Friday who speaks Spanish",
    { city: "lyon", category: "dinners", language: "es", when: "fri" },
  ],
  ["dinner Lyon Spanish", { city: "lyon", category: "dinners", language: "es" }],
  ["Spanish", { language: "es" }],
  ["espagnol", { language: "es" }],
  ["español", { language: "es" }],
  ["Deutsch", { language: "de" }],
  ["italien", { language: "it" }],
  ["Genève", { city: "geneva" }],
  ["Geneve", { city: "geneva" }],
  ["Geneva", { city: "geneva" }],
  ["Londres", { city: "london" }],
  ["Genf", { city: "geneva" }],
  ["Brüssel", { city: "brussels" }],
  ["Roma", { city: "rome" }],
  ["dinner in Straßburg", { category: "dinners", city: "strasbourg" }],
  ["Aix", { city: "aix-en-provence" }],
  ["London", { city: "london" }],
  ["Bruxelles", { city: "brussels" }],
  ["brussels", { city: "brussels" }],
  ["lyons", { city: "lyon" }],
  ["paris", { city: "paris" }],
  ["PARIS", { city: "paris" }],
  ["Aix-en-Provence", { city: "aix-en-provence" }],
  ["aix en provence", { city: "aix-en-provence" }],
  ["Édimbourg", { city: "edinburgh" }],
  ["liege", { city: "liege" }],
  ["tonight", { available: "1" }],
  ["ce soir à Paris", { available: "1", city: "paris" }],
  ["available now", { available: "1" }],
  ["disponible", { available: "1" }],
  ["this evening in Lyon", { available: "1", city: "lyon" }],
  ["today", { on: "2026-12-01" }],
  ["aujourd'hui à Lyon", { on: "2026-12-01", city: "lyon" }],
  ["tomorrow", { on: "2026-12-02" }],
  ["Demain", { on: "2026-12-02" }],
  ["tomorrow evening, Paris", { on: "2026-12-02", when: "evening", city: "paris" }],
  ["demain soir", { on: "2026-12-02", when: "evening" }],
  ["the day after tomorrow", { on: "2026-12-03" }],
  ["après-demain matin", { on: "2026-12-03", when: "morning" }],
  ["dinner in Lyon on 4 December", { category: "dinners", city: "lyon", on: "2026-12-04" }],
  ["4 décembre", { on: "2026-12-04" }],
  ["le 4 decembre à Lyon", { city: "lyon", on: "2026-12-04" }],
  ["December 4", { on: "2026-12-04" }],
  ["December 4th", { on: "2026-12-04" }],
  ["the 4th of December", { on: "2026-12-04" }],
  ["Friday 4 December", { on: "2026-12-04" }],
  ["Friday, December 4th", { on: "2026-12-04" }],
  ["vendredi 4 décembre, l’après-midi", { on: "2026-12-04", when: "afternoon" }],
  ["1er janvier", { on: "2027-01-01" }],
  ["1 January", { on: "2027-01-01" }],
  ["31 décembre au soir", { on: "2026-12-31", when: "evening" }],
  ["28 février", { on: "2027-02-28" }],
  ["04/12", { on: "2026-12-04" }],
  ["dîner à Lyon le 4/12/2026", { category: "dinners", city: "lyon", on: "2026-12-04" }],
  ["Paris, 04.12.2026 evening", { city: "paris", on: "2026-12-04", when: "evening" }],
  ["31-12-26", { on: "2026-12-31" }],
  ["2026-12-24 Lyon", { on: "2026-12-24", city: "lyon" }],
  // As Americans write it: there is no month 24.
  ["12/24", { on: "2026-12-24" }],
  ["01/02", { on: "2027-02-01" }],
  // A weekday that is not the date's is dropped with the canonical address.
  ["Saturday 4 December", { when: "sat", on: "2026-12-04" }],
  ["Lyon, 14 décembre, 4 amis", { city: "lyon", on: "2026-12-14" }, "amis"],
  ["Friday evening", { when: "fri-evening" }],
  ["vendredi soir", { when: "fri-evening" }],
  ["le soir, le vendredi", { when: "fri-evening" }],
  ["evenings", { when: "evening" }],
  ["l’après-midi", { when: "afternoon" }],
  ["samedi matin à Annecy", { when: "sat-morning", city: "annecy" }],
  ["a dinner", { category: "dinners" }],
  ["dîner", { category: "dinners" }],
  ["diners", { category: "dinners" }],
  ["gala", { category: "events" }],
  ["galas in Cannes", { category: "events", city: "cannes" }],
  ["musées", { category: "culture" }],
  ["museum Bath", { category: "culture", city: "bath" }],
  ["city guide", { category: "city-guides" }],
  ["guide de ville à Rome", { category: "city-guides", city: "rome" }],
  ["travel", { category: "travel" }],
  ["Evening at the opera", { service: "opera-evening" }],
  ["soirée à l'opéra", { service: "opera-evening" }],
  ["market morning", { service: "market-morning" }],
  ["tea ceremony in Ghent", { service: "tea-ceremony", city: "ghent" }],
  ["Gand", { city: "ghent" }],
  ["Provence-Alpes-Côte d'Azur", { region: "provence-alpes-côte d’azur" }],
  ["Scotland", { region: "scotland" }],
  ["Luxembourg", { city: "luxembourg" }],
  ["verified in Nice", { verified: "1", city: "nice" }],
  ["vérifiée, Nice", { verified: "1", city: "nice" }],
  ["yoga in Lyon", { city: "lyon" }, "yoga"],
  ["sommelière à Bordeaux qui parle anglais", { city: "bordeaux", language: "en" }, "sommelière"],
  ["Camille in Paris", { city: "paris" }, "Camille"],
  ["Lyon Paris", { city: "lyon,paris" }],
  ["dinner, then a gala", { category: "dinners,events" }],
  ["French or Spanish in Lyon", { language: "es,fr", city: "lyon" }],
  ["Paris vendredi samedi", { city: "paris", when: "fri" }, "samedi"],
  // English, as people write it.
  ["I want someone to have dinner with in Paris", { category: "dinners", city: "paris" }, "have"],
  ["Italian speaking guide in Rome", { language: "it", city: "rome" }, "guide"],
  ["guides in Edinburgh", { city: "edinburgh" }, "guides"],
  ["Nice or Cannes", { city: "cannes,nice" }],
  ["weekend in Lisbon", { city: "lisbon" }, "weekend"],
  ["wellness Zurich", { category: "wellness", city: "zurich" }],
  ["culture in Brussels, Dutch", { category: "culture", city: "brussels", language: "nl" }],
  ["ANTWERP", { city: "antwerp" }],
  ["Basle, German or French", { city: "basel", language: "de,fr" }],
  ["Monday morning", { when: "mon-morning" }],
  ["free now in Bordeaux", { available: "1", city: "bordeaux" }],
  ["evenings in Toulouse", { when: "evening", city: "toulouse" }],
  ["verified, Spanish, Lille", { verified: "1", language: "es", city: "lille" }],
  ["Portuguese", { language: "pt" }],
  ["events in Monaco", { category: "events" }, "Monaco"],
  ["tomorrow afternoon in Bath", { on: "2026-12-02", when: "afternoon", city: "bath" }],
  ["escapes", { category: "travel" }],
  // French.
  ["je cherche quelqu'un pour dîner à Paris", { category: "dinners", city: "paris" }],
  ["guide à Londres parlant espagnol", { city: "london", language: "es" }, "guide"],
  ["Nice ou Cannes", { city: "cannes,nice" }],
  ["bien-être à Annecy", { city: "annecy" }, "bien être"],
  ["soirée de gala à Monaco", { service: "gala-evening" }, "Monaco"],
  ["voyages", { category: "travel" }],
  ["mardi matin, Bruxelles", { when: "tue-morning", city: "brussels" }],
  ["ce soir, Lausanne", { available: "1", city: "lausanne" }],
  ["demain à Bâle en allemand", { on: "2026-12-02", city: "basel", language: "de" }],
  ["les samedis soirs", { when: "sat-evening" }],
  ["néerlandais à Gand", { language: "nl", city: "ghent" }],
  ["culture, Anvers", { category: "culture", city: "antwerp" }],
  ["vérifié à Marseille", { verified: "1", city: "marseille" }],
  ["disponible maintenant à Nantes", { available: "1", city: "nantes" }],
  ["Occitanie", { region: "occitanie" }],
  ["portugais, Lisbonne", { language: "pt", city: "lisbon" }],
  ["un dîner le 24 décembre à Lyon", { category: "dinners", on: "2026-12-24", city: "lyon" }],
]

describe("a search", () => {
  test.each(cases)("for “%s” is understood", (typed, filters, words = "") => {
    expect(parse(typed)).toEqual({ filters, words })
  })

  test.each([
    "camille aubert",
    "wine",
    "sommelière",
    "mariage",
    "***",
    "",
    "the",
    "a b c",
    "constructor",
    "__proto__",
    "4",
    "december",
    "1 March",
    "30 February",
    "4 friends",
  ])("for “%s” stays words", (typed) => {
    expect(parse(typed)).toBeNull()
  })

  test("takes no filter that the list has, nor a second value of one", () => {
    expect(parse("Lyon", ["city"])).toBeNull()
    expect(parse("dinner Lyon", ["city"])).toEqual({ filters: { category: "dinners" }, words: "Lyon" })
    expect(parse("Friday", ["when"])).toBeNull()
  })

  test("looks up the words that say something, or all if none does", () => {
    expect(tellingWords("someone who paints in Œuvres")).toBe("paints Œuvres")
    expect(tellingWords("the")).toBe("the")
  })
})

describe("a search of which nobody is found", () => {
  test.each([
    ["lion", "Lyon", ""],
    ["Lyno", "Lyon", ""],
    ["brusels", "Brussels", ""],
    ["Edimburgh", "Edinburgh", ""],
    ["Marsiele dinner", "Marseille", "dinner"],
    ["spannish", "Spanish", ""],
    ["fryday", "Friday", ""],
    ["musuem", "museums", ""],
  ])("for “%s” may have meant %s", (typed, name, words) => {
    const meant = correctSearch(typed, vocabulary)
    expect([meant?.term.name, meant?.words]).toEqual([name, words])
  })

  test.each(["lyon", "li", "camille", "zzzzz", "", "nobody at all"])("for “%s” means nothing else", (typed) => {
    expect(correctSearch(typed, vocabulary)).toBeNull()
  })

  test("means no filter that the list has", () => {
    expect(correctSearch("lion", vocabulary, ["city"])).toBeNull()
  })
})

describe("a date", () => {
  const days = Array.from({ length: 90 }, (_, n) => addDays(today, n))

  test.each(["en-GB", "en-US", "fr-FR"])(
    "of the next ninety is understood as %s writes it, and no other is",
    (locale) => {
      const formats = [
        { day: "numeric", month: "long" },
        { weekday: "long", day: "numeric", month: "long" },
      ] as const
      for (const options of formats) {
        const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
        for (const day of days)
          expect(parse(format.format(Date.parse(day)))).toEqual({ filters: { on: day }, words: "" })
        for (const day of [addDays(today, -1), addDays(today, 90)])
          expect(parse(format.format(Date.parse(day)))?.filters.on).toBeUndefined()
      }
    },
  )
})

describe("numbers", () => {
  test.each([
    ["of a past day", "30/11"],
    ["of a day of another year", "04/12/2025"],
    ["of a day that no calendar has", "31/02"],
    ["of a day beyond the calendars", "04/06"],
    ["without a slash or a year", "4.12, 10-12"],
    ["within longer ones", "104/12 4/123 2026-12-041"],
  ])("%s are no date", (_, typed) => {
    expect(parse(typed)?.filters.on).toBeUndefined()
  })
})

describe("a time of the week", () => {
  test("is joined of a day and a part of it, in either order, and of nothing else", () => {
    expect([joinTimes("fri", "evening"), joinTimes("evening", "fri")]).toEqual(["fri-evening", "fri-evening"])
    expect([joinTimes("fri", "sat"), joinTimes("morning", "evening"), joinTimes("fri-evening", "morning")]).toEqual([
      null,
      null,
      null,
    ])
  })

  test("is cut into its day and its part", () => {
    for (const time of weekTimes) {
      const { day, part } = partsOfTime(time)
      expect([day, part].filter((one) => one !== undefined).join("-")).toBe(time)
    }
  })
})
