import type { City } from "../catalog.ts"
import type { Random } from "../random.ts"
import cities from "./cities.json" with { type: "json" }
import culture from "./culture.json" with { type: "json" }
import dinners from "./dinners.json" with { type: "json" }
import events from "./events.json" with { type: "json" }
import { type Fragment, fragment, type Presents } from "./fragments.ts"
import guides from "./guides.json" with { type: "json" }
import practicalTexts from "./practical.json" with { type: "json" }
import { CategoryTexts, CityTexts, PracticalTexts, readData } from "./schema.ts"
import travel from "./travel.json" with { type: "json" }
import wellness from "./wellness.json" with { type: "json" }

function prepare(file: string, data: unknown) {
  const texts = readData(`texts/${file}`, CategoryTexts, data)
  return {
    roles: texts.roles.map(fragment),
    backgrounds: texts.backgrounds.map(({ trade, openers }) => ({
      trade: fragment(trade),
      openers: openers.map(fragment),
    })),
    habits: texts.habits.map(fragment),
    ways: texts.ways.map(fragment),
    quotes: texts.quotes.map(fragment),
  }
}

const byCategory: Record<string, ReturnType<typeof prepare>> = {
  dinners: prepare("dinners.json", dinners),
  events: prepare("events.json", events),
  "city-guides": prepare("guides.json", guides),
  wellness: prepare("wellness.json", wellness),
  culture: prepare("culture.json", culture),
  travel: prepare("travel.json", travel),
}
const byCity: Record<string, Fragment[]> = Object.fromEntries(
  Object.entries(readData("texts/cities.json", CityTexts, cities)).map(([slug, lines]) => [slug, lines.map(fragment)]),
)
const practical = readData("texts/practical.json", PracticalTexts, practicalTexts)
const closings = practical.closings.map(fragment)
const aboutPrivatePictures = fragment(practical.privatePictures)
const serviceNotes = practical.notes.map(fragment)

export interface ProfileText {
  locale: "en" | "fr"
  headline: string
  quote: string
  /** Two or three paragraphs with an empty line between. */
  about: string
}

export interface Speaker {
  presents: Presents
  city: City
  /** The slug of the category. */
  category: string
  hasPrivatePhotos: boolean
}

/** Composes a person's texts in both languages, saying the same things. The first profile takes the first of everything. */
export function composeTexts(speaker: Speaker, random: Random, first: boolean): ProfileText[] {
  const texts = byCategory[speaker.category]
  const lines = byCity[speaker.city.slug]
  if (!texts || !lines) throw new Error(`No texts for ${speaker.category} in ${speaker.city.slug}`)
  const choose = <T>(items: T[]): T => (first ? (items[0] as T) : random.pick(items))

  const role = choose(texts.roles)
  const background = choose(texts.backgrounds)
  const opening = [choose(background.openers), choose(texts.habits)]
  const way = choose(texts.ways)
  const cityLine = choose(lines)
  const closing = speaker.hasPrivatePhotos && random.chance(0.15) ? aboutPrivatePictures : choose(closings)
  const paragraphs = first || random.chance(0.75) ? [opening, [way], [cityLine, closing]] : [opening, [way, cityLine]]
  const quote = choose(texts.quotes)

  const write = (locale: "en" | "fr"): ProfileText => {
    const say = (words: Fragment) => (locale === "en" ? words.en : words.fr[speaker.presents])
    const where = locale === "en" ? `in ${speaker.city.name.en}` : `à ${speaker.city.name.fr}`
    return {
      locale,
      headline: `${say(role)} ${where}, ${say(background.trade)}`,
      quote: say(quote),
      about: paragraphs.map((sentences) => sentences.map(say).join(" ")).join("\n\n"),
    }
  }
  return [write("en"), write("fr")]
}

/** `count` different notes for services, each in both languages. */
export function chooseNotes(presents: Presents, random: Random, count: number): { en: string; fr: string }[] {
  return random.sample(serviceNotes, count).map((note) => ({ en: note.en, fr: note.fr[presents] }))
}
