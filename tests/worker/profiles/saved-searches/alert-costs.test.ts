import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, inject, test } from "vitest"
import { profiles } from "~/db/schema"
import { spokenLanguages } from "~/domain/profiles/content/spoken-languages"
import { parseFilterQuery } from "~/domain/profiles/listing/filter-query"
import { notifySearches } from "~/domain/profiles/saved-searches/alerts.server"
import { anchorsOf, tagGroups } from "~/domain/profiles/saved-searches/tag-groups"
import { db, insertCategory, insertCity, insertService } from "../../helpers/rows"
import { publishNew, queueContext } from "./published"

/** Rows of D1 that finding the searches of one new profile may read, in 95 of 100 publications. */
const maxRows = 2_000

const count = inject("savedSearches")
const members = Math.ceil(count / 20)
const numbers = { cities: 60, categories: 8, services: 40, languages: 12 }

/** Returns numbers from 0 to 1 that are the same in each run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const random = numbersFrom(33)
/** Returns one of `many`, the first ones far more often than the last: the nth as often as 1 in n (Zipf). */
function popular<Value>(many: readonly Value[]): Value {
  const total = many.reduce((sum, _, at) => sum + 1 / (at + 1), 0)
  let left = random() * total
  const found = many.find((_, at) => {
    left -= 1 / (at + 1)
    return left <= 0
  })
  return found ?? (many[0] as Value)
}

const made = {
  cities: [] as { id: string; slug: string }[],
  categories: [] as { id: string; slug: string }[],
  services: [] as { id: string; slug: string }[],
}
const languages = spokenLanguages.slice(0, numbers.languages)
const words = ["opera", "wine", "yoga", "museum", "gala", "hiking", "theatre", "cooking"]

beforeAll(async () => {
  await db.delete(profiles)
  for (let n = 0; n < numbers.cities; n += 1) made.cities.push(await insertCity())
  for (let n = 0; n < numbers.categories; n += 1) made.categories.push(await insertCategory())
  for (let n = 0; n < numbers.services; n += 1)
    made.services.push(await insertService({ categoryId: made.categories[n % numbers.categories]?.id ?? "" }))
  await saveMany()
}, 600_000)

/** Returns the query of a search as people save them: most in a city, with one to three wishes more. */
function someQuery(): string {
  const query = new URLSearchParams()
  if (random() < 0.85) query.set("city", popular(made.cities).slug)
  if (random() < 0.2) query.set("category", popular(made.categories).slug)
  if (random() < 0.4) query.set("service", popular(made.services).slug)
  if (random() < 0.4) query.set("language", popular(languages))
  if (random() < 0.1) query.set("max_price", popular(["200", "150", "300", "100"]))
  if (random() < 0.1) query.set("q", popular(words))
  return query.toString()
}

/** Returns the facts of a profile, as popular as the searches for them. */
function someProfile() {
  return {
    cityId: popular(made.cities).id,
    categoryId: popular(made.categories).id,
    services: [...new Set(Array.from({ length: 5 }, () => popular(made.services).id))],
    languages: [...new Set(["fr", popular(languages), popular(languages)])].join(","),
    hourlyRate: popular([15_000, 20_000, 12_000, 30_000]),
  }
}

/** Saves as many searches as the run asks for, twenty by each member, with their anchors. */
async function saveMany() {
  await db.run(sql`INSERT INTO users (id, email, name, locale, created_at, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${members})
    SELECT 'waiting-' || i, 'waiting-' || i || '@example.com', 'Waiting', 'en', 1, 1 FROM n`)
  const idsOf = (all: { id: string; slug: string }[]) => new Map(all.map(({ slug, id }) => [slug, id]))
  const ids = { city: idsOf(made.cities), category: idsOf(made.categories), service: idsOf(made.services) }
  const profileTags = Array.from({ length: 2_000 }, () => {
    const { cityId, services, languages: spoken } = someProfile()
    const kinds = services.map((id) => made.services.findIndex((one) => one.id === id) % numbers.categories)
    const occasions = new Set(kinds.map((kind) => `k${made.categories[kind]?.id}`))
    return [
      `c${cityId}`,
      ...occasions,
      ...services.map((id) => `s${id}`),
      ...spoken.split(",").map((code) => `l${code}`),
    ]
  }).flat()
  const numbersByTag = new Map<string, number>([["all", 2_000]])
  for (const tag of profileTags) numbersByTag.set(tag, (numbersByTag.get(tag) ?? 0) + 1)
  const catalog = { ids, total: 2_000, profiles: numbersByTag }
  const anchored = new Set<string>()
  for (let done = 0; done < count; done += 500) {
    const searches = Array.from({ length: Math.min(500, count - done) }, (_, n) => ({
      id: `saved-${done + n}`,
      user: `waiting-${(done + n) % members}`,
      query: someQuery(),
    }))
    const fresh = searches.filter(({ query }) => !anchored.has(query) && anchored.add(query))
    const anchors = fresh.flatMap(({ query }) => {
      const groups = tagGroups(parseFilterQuery(query), "en", catalog)
      return anchorsOf(groups, catalog).map((anchor) => ({ anchor, query, groups: JSON.stringify(groups) }))
    })
    await db.run(sql`INSERT OR IGNORE INTO saved_searches (id, user_id, query, locale, is_alerted, notified_place, seen_place, created_at)
      SELECT value ->> 'id', value ->> 'user', value ->> 'query', 'en', 1, 0, 0, 1 FROM json_each(${JSON.stringify(searches)})`)
    await db.run(sql`INSERT OR IGNORE INTO search_anchors (anchor, query, locale, groups)
      SELECT value ->> 'anchor', value ->> 'query', 'en', value ->> 'groups' FROM json_each(${JSON.stringify(anchors)})`)
  }
  // Alerts have come to all of them: what is read is the search for those to notify.
  await db.run(sql`UPDATE saved_searches SET notified_place = 1e12`)
}

describe("the searches of a new profile", () => {
  test("are found by its own tags, with 2,000 rows at most, however many are saved", async ({ annotate }) => {
    const rows: number[] = []
    for (let n = 0; n < 40; n += 1) {
      const profile = await publishNew({ ...someProfile(), headline: `An evening of ${popular(words)}` })
      const { ctx, use } = queueContext()
      await notifySearches(ctx, profile.id)
      rows.push(use.rowsRead)
    }
    const [sets] = await db.all<{ sets: number }>(sql`SELECT count(DISTINCT query) AS sets FROM search_anchors`)
    rows.sort((a, b) => a - b)
    await annotate(
      `${count} searches: rows read by a publication, p50 ${rows[19]}, p95 ${rows[37]}, most ${rows[39]}; ${sets?.sets} different ones`,
    )
    expect(rows[37]).toBeLessThanOrEqual(maxRows)
  }, 600_000)
})
