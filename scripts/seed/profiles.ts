import type { Base } from "./base.ts"
import { buildCalendar } from "./calendar.ts"
import { captionLocales, videoTitle } from "./captions.ts"
import { type Category, type City, categories, cities, type Service } from "./catalog.ts"
import { choosePictures } from "./gallery.ts"
import { ulid } from "./ids.ts"
import { buildFavorite, buildOwner } from "./owner.ts"
import { nameFor, slugOf } from "./people.ts"
import { type Random, random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"
import { chooseNotes, composeTexts } from "./texts/compose.ts"

const featuredProfiles = 12
/** The places, among 48 profiles in a row, of those published in the last seven days: 35 of 240. */
const newOnes = new Set([3, 10, 17, 24, 31, 38, 45])
const dearCities = new Set(["paris", "london", "geneva", "zurich", "cannes"])
const extraLanguages = ["es", "it", "de", "pt", "nl"]

/** The owners of the first profiles, who may have saved the demo owner's. */
const demoReaders = 240

/**
 * Generates the rows of profiles 0 to `count`, one profile at a time. Profile `i` is the same for any count. Each
 * starts with its owner and its own row, a draft: it is published when all its rows are there, and so listed once.
 */
export function* generateProfiles(options: SeedOptions, base: Base, count: number): Generator<TableRow[], void, void> {
  const deck = dealDecks(options)
  let demoProfile = ""
  for (let index = 0; index < count; index++) {
    const rows = generateProfile(options, base, deck, index)
    const profile = rows.find(({ table }) => table === "profiles")?.row
    const [profileId, userId] = [String(profile?.id), String(profile?.owner_id)]
    if (index === 0) {
      demoProfile = profileId
      rows.push(...buildOwner(options, { id: userId, profileId }))
    } else if (index < demoReaders) {
      rows.push(...buildFavorite(options, { userId, profileId: demoProfile, index }))
    }
    yield rows
  }
}

/** Generates the rows of one profile, by its number. */
export function generateProfileAt(options: SeedOptions, base: Base, index: number): TableRow[] {
  return generateProfile(options, base, dealDecks(options), index)
}

interface Decks {
  cities: City[]
  categories: Category[]
  people: number[]
}

/** Shuffles the cities and categories of the first 240 profiles, and the faces of all profiles. */
function dealDecks({ seed, pictures }: SeedOptions): Decks {
  const deal = <T extends { weight: number }>(items: T[], subject: string) => {
    const cards = items.flatMap((item) => Array<T>(item.weight).fill(item))
    return random(seed, subject).sample(cards, cards.length)
  }
  const cityDeck = deal(cities, "cities")
  moveTo(cityDeck, 0, (city) => city.slug === "paris")
  const categoryDeck = deal(categories, "categories")
  for (let at = 0; at < featuredProfiles; at++) {
    moveTo(categoryDeck, at, (category) => category === categories[at % categories.length])
  }
  const people = random(seed, "people").sample([...pictures.people.keys()], pictures.people.length)
  moveTo(people, 0, (person) => pictures.people[person]?.id === "p010")
  return { cities: cityDeck, categories: categoryDeck, people }
}

/** Swaps the first item from `at` on that fits into place `at`. */
function moveTo<T>(items: T[], at: number, fits: (item: T) => boolean) {
  const from = items.findIndex((item, place) => place >= at && fits(item))
  if (from < 0) return
  const moved = items[from] as T
  items[from] = items[at] as T
  items[at] = moved
}

function generateProfile(options: SeedOptions, base: Base, decks: Decks, index: number): TableRow[] {
  const { seed, now, pictures } = options
  const chance = random(seed, "profile", index)
  const ids = random(seed, "ids", index)
  const isDemoOwner = index === 0
  const isFeatured = index < featuredProfiles

  const city = decks.cities[index] ?? chance.weighted(cities.map((item) => [item, item.weight] as const))
  const category = decks.categories[index] ?? chance.weighted(categories.map((item) => [item, item.weight] as const))
  const person = pictures.people[decks.people[index % decks.people.length] as number]
  if (!person) throw new Error("There are no pictures of people")
  const drawn = nameFor({ index, seed, presents: person.presents, home: city, random: random(seed, "name", index) })
  const name = isDemoOwner ? "Camille Aubert" : `${drawn.first} ${drawn.last}`
  const slug = isDemoOwner ? slugOf(name) : drawn.slug

  const publishedAt = newOnes.has(index % 48)
    ? now - chance.below(7 * day - 1) - 1
    : now - 7 * day - chance.below(540 * day)
  const confirmedAt = publishedAt - (1 + chance.below(9)) * day - chance.below(day)
  const createdAt = confirmedAt - (1 + chance.below(5)) * day
  const updatedAt = publishedAt + chance.below(Math.min(60 * day, now - publishedAt))
  const profileId = ulid(createdAt, ids)
  const ownerId = isDemoOwner ? base.ownerId : ulid(createdAt - day / 24, ids)

  const locale = city.languages[0] === "fr" ? "fr" : "en"
  const languages = chooseLanguages(city, isDemoOwner ? "fr" : drawn.language, chance)
  const hourlyRate = chooseRate(category, city, chance)
  const media = choosePictures({ person, category, index, isFeatured, pictures }, random(seed, "gallery", index))
  const photos = media.filter((item) => item.kind === "photo")
  const privatePhotos = photos.filter((item) => item.visibility === "private")
  const mediaRows = media.map((item, at) => ({
    id: ulid(createdAt + at + 1, ids),
    profile_id: profileId,
    kind: item.kind,
    visibility: item.visibility,
    state: "approved",
    storage_key: item.picture.storageKey,
    width: item.picture.width,
    height: item.picture.height,
    duration: item.duration,
    captions: item.kind === "video" ? captionLocales.join(",") : "",
    thumbhash: item.picture.thumbhash,
    position: at + 1,
    created_at: createdAt + at + 1,
    updated_at: confirmedAt,
    has_others: 0,
    declared_at: confirmedAt,
  }))

  const rows: TableRow[] = []
  const add = (table: string, row: TableRow["row"]) => rows.push({ table, row })
  if (!isDemoOwner) {
    add("users", {
      id: ownerId,
      email: `${slug}@hosts.salon.test`,
      name,
      password_hash: null,
      email_verified_at: createdAt,
      locale,
      created_at: createdAt - day / 24,
      updated_at: createdAt,
    })
  }
  add("profiles", {
    id: profileId,
    owner_id: ownerId,
    slug,
    state: "draft",
    name,
    city_id: idOf(base.cityIds, city.slug),
    category_id: idOf(base.categoryIds, category.slug),
    hourly_rate: hourlyRate,
    minimum_hours: chance.pick(category.minimumHours),
    verified_at: confirmedAt,
    published_at: publishedAt,
    available_until: random(seed, "available", index).chance(0.3) ? now + 365 * day : null,
    rhythm: chooseRhythm(random(seed, "rhythm", index)),
    featured_rank: isFeatured ? index + 1 : null,
    cover_media_id: mediaRows[0]?.id ?? null,
    cover_color: media[0]?.picture.color ?? null,
    more_media_ids: mediaRows
      .filter(({ kind, visibility }) => kind === "photo" && visibility === "public")
      .slice(1, 3)
      .map(({ id }) => id)
      .join(","),
    languages: languages.join(","),
    photo_count: photos.length - privatePhotos.length,
    private_photo_count: privatePhotos.length,
    video_count: media.length - photos.length,
    version: 1,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  const speaker = {
    presents: person.presents,
    city,
    category: category.slug,
    hasPrivatePhotos: privatePhotos.length > 0,
  }
  for (const text of composeTexts(speaker, random(seed, "texts", index), isDemoOwner)) {
    add("profile_texts", { profile_id: profileId, ...text })
  }
  for (const [at, language] of languages.entries()) {
    add("profile_languages", { profile_id: profileId, language, position: at + 1 })
  }
  const offers = chooseOffers(category, hourlyRate, chance)
  const notes = chooseNotes(person.presents, random(seed, "notes", index), offers.length)
  for (const [at, offer] of offers.entries()) {
    const serviceId = idOf(base.serviceIds, offer.service.slug)
    const key = { profile_id: profileId, service_id: serviceId }
    add("profile_services", { ...key, price: offer.price, duration: offer.duration })
    const note = notes[at]
    if (!note || !offer.hasNote) continue
    add("profile_service_texts", { ...key, locale: "en", note: note.en })
    add("profile_service_texts", { ...key, locale: "fr", note: note.fr })
  }
  for (const row of mediaRows) {
    add("media", row)
    if (row.kind !== "video") continue
    const scene = row.storage_key.replace("demo/video-", "")
    for (const locale of captionLocales)
      add("media_texts", { media_id: row.id, locale, alt: "", title: videoTitle(scene, locale), description: "" })
  }
  const homeId = idOf(base.cityIds, city.slug)
  const cityIds = [...base.cityIds.values()].filter((id) => id !== homeId)
  rows.push(...buildCalendar(options, { profileId, index, cityIds }))
  add("identity_checks", {
    id: ulid(confirmedAt, ids),
    user_id: ownerId,
    provider: "demo",
    status: "verified",
    over_18: 1,
    checked_at: confirmedAt,
    liveness: 1,
    livemode: 0,
    attempts: 1,
    created_at: confirmedAt,
    updated_at: confirmedAt,
    // Never due: a demonstration that is older than a year is still one.
    next_check_at: null,
  })
  add("agreement_signatures", {
    user_id: ownerId,
    version: 1,
    text_hash: "demo",
    locale,
    name_sealed: "demo",
    signed_at: confirmedAt,
  })
  return rows
}

function idOf(ids: Map<string, string>, slug: string): string {
  const id = ids.get(slug)
  if (!id) throw new Error(`There is no ${slug}`)
  return id
}

/** Chooses the city's languages first, then the name's, then common second ones; at most five. */
function chooseLanguages(city: City, ofName: string, chance: Random): string[] {
  const spoken = new Set([city.languages[0] as string])
  if (chance.chance(0.7)) spoken.add(ofName)
  for (const language of city.languages) if (chance.chance(0.6)) spoken.add(language)
  if (chance.chance(0.88)) spoken.add("en")
  if (chance.chance(0.7)) spoken.add("fr")
  if (chance.chance(0.3)) spoken.add(chance.pick(extraLanguages))
  return [...spoken].slice(0, 5)
}

/** Chooses euro cents an hour: a multiple of 5 euros, 55 to 190. */
function chooseRate(category: Category, city: City, chance: Random): number {
  const [least, most] = category.rates
  const drawn = least + (most - least) * ((chance.next() + chance.next()) / 2 ** 33)
  const euros = Math.round((drawn * (dearCities.has(city.slug) ? 1.1 : 0.97)) / 5) * 5
  return Math.min(190, Math.max(55, euros)) * 100
}

interface Offer {
  service: Service
  price: number | null
  duration: number | null
  hasNote: boolean
}

/** Chooses two to seven services, most of them of the host's own category. */
function chooseOffers(category: Category, hourlyRate: number, chance: Random): Offer[] {
  const count = chance.pick([2, 3, 3, 4, 4, 4, 5, 5, 6, 7])
  const own = chance.sample(category.services, Math.max(2, Math.round(count * 0.7)))
  const others = category.neighbours.flatMap((slug) => categories.find((item) => item.slug === slug)?.services ?? [])
  const chosen = [...own, ...chance.sample(others, Math.max(0, count - own.length))]
  return chosen.map((service) => {
    const duration = chance.chance(0.88) ? chance.pick(service.durations) : null
    const hasPrice = duration !== null && !service.onRequest && chance.chance(0.85)
    const rebate = 0.85 + chance.below(4) * 0.05
    const price = hasPrice ? Math.round(((duration / 60) * hourlyRate * rebate) / 500) * 500 : null
    return { service, price, duration, hasNote: chance.chance(0.4) }
  })
}

/** Returns a weekly rhythm as `profiles.rhythm` holds it: evenings, more at the end of the week, and some afternoons. */
function chooseRhythm(chance: Random): string {
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  return days
    .flatMap((name, at) => [
      ...(chance.chance(at >= 5 ? 0.6 : 0.2) ? [`${name}-afternoon`] : []),
      ...(chance.chance(at >= 3 ? 0.8 : 0.4) ? [`${name}-evening`] : []),
    ])
    .join(",")
}
