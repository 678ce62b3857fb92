import type { City } from "../catalog.ts"
import type { Random } from "../random.ts"
import { cityLines } from "./cities.ts"
import { culture } from "./culture.ts"
import { dinners } from "./dinners.ts"
import { events } from "./events.ts"
import { type CategoryTexts, type Fragment, fragment, type Pair, type Presents } from "./fragments.ts"
import { guides } from "./guides.ts"
import { notes, practical, privatePictures } from "./practical.ts"
import { travel } from "./travel.ts"
import { wellness } from "./wellness.ts"

const prepare = (texts: CategoryTexts) => ({
  roles: texts.roles.map(fragment),
  backgrounds: texts.backgrounds.map(({ trade, openers }) => ({
    trade: fragment(trade),
    openers: openers.map(fragment),
  })),
  habits: texts.habits.map(fragment),
  ways: texts.ways.map(fragment),
  quotes: texts.quotes.map(fragment),
})

const byCategory: Record<string, ReturnType<typeof prepare>> = {
  dinners: prepare(dinners),
  events: prepare(events),
  "city-guides": prepare(guides),
  wellness: prepare(wellness),
  culture: prepare(culture),
  travel: prepare(travel),
}
const byCity: Record<string, Fragment[]> = Object.fromEntries(
  Object.entries(cityLines).map(([slug, lines]: [string, Pair[]]) => [slug, lines.map(fragment)]),
)
const closings = practical.map(fragment)
const aboutPrivatePictures = fragment(privatePictures)
const serviceNotes = notes.map(fragment)

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

/** One person's texts in both languages, saying the same things. The first profile takes the first of everything. */
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
    const where = locale === "en" ? `in ${speaker.city.name[0]}` : `à ${speaker.city.name[1]}`
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
