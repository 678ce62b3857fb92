import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { slugRedirects } from "~/db/schema"
import { bindCursor } from "~/domain/core/shared/cursor-scope"
import { en, fetchWith, signedIn, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { recorded } from "../helpers/recorded"
import {
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertService,
  insertSubscription,
  insertUser,
} from "../helpers/rows"

/** Tables that never grow: what an editor wrote once. They may be read whole. */
const catalog = [
  "cities",
  "city_texts",
  "service_categories",
  "service_category_texts",
  "services",
  "service_texts",
  "plans",
  "plan_texts",
  "prices",
]

const pages = [
  "/",
  "/escorts",
  ...["ada", "nobody", "old-ada"].flatMap((slug) =>
    ["", "/gallery", "/infos", "/private", "/services", "/videos"].map((section) => `/escorts/${slug}${section}`),
  ),
  "/auth/login",
  "/nowhere",
]
let filtered: string[] = []

/** Returns what the cursor of a filtered listing belongs to. */
function scopeOf(filter: string) {
  const parameters = new URLSearchParams(filter)
  parameters.delete("show")
  return Object.fromEntries(parameters)
}

beforeAll(async () => {
  const city = await insertCity({ slug: "paris", regionSlug: "test" })
  const category = await insertCategory({ slug: "dinners" })
  const service = await insertService({ categoryId: category.id })
  const base = { cityId: city.id, categoryId: category.id }
  const ada = await insertProfile({ ...base, slug: "ada", featuredRank: 1 })
  for (let n = 0; n < 30; n += 1) await insertProfile({ ...base, publishedAt: 1_000 + n })
  await insertMedia({ profileId: ada.id })
  await db.insert(slugRedirects).values({ slug: "old-ada", profileId: ada.id, createdAt: 1 })
  await db.$client.prepare("INSERT INTO profile_services VALUES (?, ?, NULL, NULL)").bind(ada.id, service.id).run()
  const placeOf = (filter: string) => (filter.includes("sort=price") ? "zzzz.0.id" : "zzzzzz.id")
  filtered = [
    "city=paris",
    "category=dinners",
    "city=paris&category=dinners",
    "q=ada&region=test&language=fr&verified=1&available=1&sort=price-up",
    "sort=price-down&show=48",
  ].flatMap((filter) => [
    `/escorts?${filter}`,
    `/escorts?${filter}&cursor=${bindCursor(placeOf(filter), scopeOf(filter))}`,
    `/escorts?${filter}&cursor=${bindCursor(`-${placeOf(filter)}`, scopeOf(filter))}`,
  ])
})

/** Returns every statement that the pages, as a visitor and as a member, and the media send to D1. */
async function statementsOfThePages(): Promise<string[]> {
  const statements = new Set<string>()
  const DB = recorded(env.DB, (query) => statements.add(query))
  const visitor = await withAccess()
  const member = await signedIn(await insertUser())
  const premium = await premiumMember()
  const paths = [...pages, ...filtered, "/profile", "/dashboard/admin", "/api/auth/me"]
  paths.push("/media/01ARZ3NDEKTSV4RRFFQ69G5FAV/640.webp")
  for (const path of paths) {
    await fetchWith({ DB }, path, visitor)
    await fetchWith({ DB }, path, member)
  }
  for (const path of ["/escorts/ada/private", "/escorts/ada/gallery?album=private", "/api/profiles/ada/private"])
    await fetchWith({ DB }, path, premium)
  await fetchWith({ DB }, "/api/media/01ARZ3NDEKTSV4RRFFQ69G5FAV/ticket", { ...premium, method: "POST" })
  return [...statements].filter((statement) => /^\s*(WITH|SELECT)/i.test(statement))
}

async function premiumMember(): Promise<RequestInit> {
  const user = await insertUser()
  await insertSubscription({ userId: user.id })
  return signedIn(user, { headers: { Origin: en } })
}

/** Returns the tables that a plan reads from the first to the last row, by their names in the statement. */
function scannedTables(statement: string, plan: string[]): string[] {
  const aliases = new Map<string, string>()
  const names = /(?:FROM|JOIN|,)\s+"?(\w+)"?(?:\s+AS)?\s+"?(\w+)"?/gi
  for (const [, table = "", alias = ""] of statement.matchAll(names)) aliases.set(alias.toLowerCase(), table)
  const temporary = [...statement.matchAll(/(\w+) AS \(/g)].map(([, name]) => name)
  return plan.flatMap((detail) => {
    // A full-text index with an M was searched for words; without one it is read from end to end.
    const name = /^SCAN (\S+)(?!\S| VIRTUAL TABLE INDEX \d+:.*M)/.exec(detail)?.[1]
    // `v` are the days in a row of months, of which an index finds those that are asked for (profile_days).
    if (!name || /^(CONSTANT|\d|\(|json_each|v$)/.test(name) || temporary.includes(name)) return []
    return [aliases.get(name.toLowerCase()) ?? name]
  })
}

async function planOf(statement: string): Promise<string[]> {
  const parameters = Array.from({ length: (statement.match(/\?/g) ?? []).length }, () => "1")
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)
    .bind(...parameters)
    .all<{ detail: string }>()
  return results.map(({ detail }) => detail)
}

describe("the statements of the pages", () => {
  test("the pages' statements read no table whole but the small catalogue", async () => {
    const statements = await statementsOfThePages()
    expect(statements.length).toBeGreaterThan(10)
    const scans = []
    for (const statement of statements) {
      const tables = scannedTables(statement, await planOf(statement)).filter((table) => !catalog.includes(table))
      if (tables.length > 0) scans.push({ tables, statement: statement.replace(/\s+/g, " ") })
    }
    expect(scans).toEqual([])
  })

  test("a statement that reads a whole table is detected", async () => {
    for (const statement of [
      "SELECT p.id FROM profiles AS p WHERE p.name = ?",
      "SELECT * FROM media",
      "SELECT rowid FROM search_newest AS s ORDER BY rowid DESC",
      "SELECT 1 FROM listing_counts AS n, profiles AS p WHERE p.slug = ?",
    ])
      expect([statement, scannedTables(statement, await planOf(statement)).length]).toEqual([statement, 1])
  })

  test("the pages' statements sort a listing by an index, and a search by words two pages of it", async () => {
    // Each rank of such a search yields a page of places at most.
    const isOfRanks = (statement: string) =>
      /LIMIT \?\) UNION ALL SELECT \* FROM \(SELECT rowid AS place/.test(statement)
    const statements = await statementsOfThePages()
    expect(statements.filter(isOfRanks).length).toBeGreaterThan(0)
    const listing = statements.filter((statement) => statement.includes(" MATCH ") && !isOfRanks(statement))
    expect(listing.length).toBeGreaterThan(3)
    for (const statement of listing) {
      expect([
        statement,
        (await planOf(statement)).filter((detail) => detail.includes("TEMP B-TREE FOR ORDER BY")),
      ]).toEqual([statement, []])
    }
  })
})

describe("the round trips to D1", () => {
  const tripsOf = async (path: string, init: RequestInit) => {
    takeLog("request")
    await fetchWith({}, path, init)
    return takeLog("request")[0]?.d1_round_trips as number
  }

  test("a public page takes two round trips to D1 at most, three for a member, and two more where words find nobody", async () => {
    const visitor = await withAccess()
    const member = await signedIn(await insertUser())
    for (const path of [...pages, ...filtered]) {
      const names = path.includes("q=") ? 2 : 0
      expect([path, (await tripsOf(path, visitor)) <= 2 + names]).toEqual([path, true])
      expect([path, (await tripsOf(path, member)) <= 3 + names]).toEqual([path, true])
    }
    const premium = await premiumMember()
    for (const path of ["/escorts/ada/private", "/escorts/ada/gallery?album=private"])
      expect([path, (await tripsOf(path, premium)) <= 3]).toEqual([path, true])
  })

  test("plans, billing and invoices take two round trips to D1", async () => {
    const premium = await premiumMember()
    for (const path of ["/profile/plans", "/profile/billing", "/profile/invoices", "/checkout/success"])
      expect([path, (await tripsOf(path, premium)) <= 2]).toEqual([path, true])
  })

  test("a page without look-ups takes no round trip to D1", async () => {
    expect(await tripsOf("/nowhere", await withAccess())).toBe(0)
    expect(await tripsOf("/", {})).toBe(0)
  })

  test("a page reads no more rows when the table grows", async () => {
    const rowsOf = async (path: string) => {
      takeLog("request")
      // An unknown parameter bypasses the page cache.
      await fetchWith({}, `${path}${path.includes("?") ? "&" : "?"}afresh`, await withAccess())
      return takeLog("request")[0]?.rows_read as number
    }
    const paths = [
      "/",
      "/escorts",
      "/escorts?city=paris",
      "/escorts/ada",
      "/escorts/ada/private",
      "/escorts/ada/gallery",
    ]
    const before: number[] = []
    for (const path of paths) before.push(await rowsOf(path))
    const [some] = await db.query.profiles.findMany({ limit: 1 })
    for (let n = 0; n < 100; n += 1)
      await insertProfile({ cityId: some?.cityId ?? "", categoryId: some?.categoryId ?? "", publishedAt: 2_000 + n })
    for (const [index, path] of paths.entries()) expect([path, await rowsOf(path)]).toEqual([path, before[index]])
  })
})
