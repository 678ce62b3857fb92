import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { cities, profiles } from "~/db/schema"
import { asStaff } from "../back-office/records/people"
import { fetchWith, withAccess } from "../helpers/app"
import { watchLog } from "../helpers/log"
import { elementsOf } from "../helpers/page"
import { db, insertCategory, insertCity, insertProfile, withoutPublicationRules } from "../helpers/rows"

watchLog()

let [lyon, nearby, unplaced]: { id: string; slug: string }[] = []
let categoryId = ""

beforeAll(async () => {
  lyon = await insertCity({ slug: "lyon", regionSlug: "r", latitude: 45.76, longitude: 4.84 })
  nearby = await insertCity({ slug: "nearby", latitude: 46.2, longitude: 6.14 })
  await insertCity({ slug: "nobody", latitude: 45.9, longitude: 6.13 })
  unplaced = await insertCity({ slug: "unplaced", regionSlug: "r" })
  categoryId = (await insertCategory()).id
})

beforeEach(async () => {
  await db.delete(profiles)
  await db.update(cities).set({ latitude: 45.76, longitude: 4.84 }).where(eq(cities.slug, "lyon"))
  for (const [city, slug] of [
    [lyon, "ada"],
    [lyon, "bea"],
    [nearby, "cleo"],
    [unplaced, "dora"],
  ] as const)
    await insertProfile({ slug, name: slug, cityId: city?.id ?? "", categoryId })
})

/** Returns the links of the page's map, each with its title. */
async function dotsOf(path: string, country = "DE") {
  const init = { ...(await withAccess()), cf: { country } } as RequestInit
  const html = await (await fetchWith({}, path, init)).text()
  const [map = ""] = /<svg[^>]*city-map.*?<\/svg>/s.exec(/<main.*<\/main>/s.exec(html)?.[0] ?? "") ?? []
  const links = (await elementsOf(map)).filter(({ tag }) => tag === "a")
  const titles = [...map.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)
  return { html, map, links, dots: links.map(({ attributes }, index) => `${attributes.href} ${titles[index]}`) }
}

describe("the map of all cities", () => {
  test("the map of all cities has those with profiles and coordinates, by name and count", async () => {
    const { html, map, dots } = await dotsOf("/escorts/in")
    expect(dots).toEqual(["/escorts/in/lyon Lyon, 2 profiles", "/escorts/in/nearby Nearby, 1 profile"])
    expect(map).toMatch(/<use href="\/assets\/map-[\w-]+\.svg#map"/)
    expect(html).toContain('href="/escorts/in/unplaced"')
  })

  test("the map of all cities is passed over by keyboards and screen readers, which have the list", async () => {
    const { map, links } = await dotsOf("/escorts/in")
    expect(map).toMatch(/^<svg aria-hidden="true"/)
    expect(links.map(({ attributes }) => attributes.tabindex)).toEqual(["-1", "-1"])
  })

  test("the map of all cities counts as the list does: nobody who hides from the reader's country", async () => {
    await withoutPublicationRules(() => db.update(profiles).set({ hiddenFrom: "FR" }).where(eq(profiles.slug, "bea")))
    await withoutPublicationRules(() => db.update(profiles).set({ hiddenFrom: "FR" }).where(eq(profiles.slug, "cleo")))
    expect((await dotsOf("/escorts/in", "FR")).dots).toEqual(["/escorts/in/lyon Lyon, 1 profile"])
    expect((await dotsOf("/escorts/in")).dots).toHaveLength(2)
  })
})

describe("the map of a city", () => {
  test("the map of a city leads to those around it, for an occasion to their pages of it", async () => {
    expect((await dotsOf("/escorts/in/lyon")).dots).toEqual(["/escorts/in/nearby Nearby, 1 profile"])
    const category = await insertCategory({ slug: "walks" })
    await insertProfile({ slug: "edda", name: "Edda", cityId: nearby?.id ?? "", categoryId: category.id })
    const { dots } = await dotsOf("/escorts/in/lyon/walks")
    expect(dots).toEqual(["/escorts/in/nearby/walks Nearby, 1 profile"])
  })

  test("the page of a city without coordinates has no map of its own", async () => {
    const { html, dots } = await dotsOf("/escorts/in/unplaced")
    expect(dots).toEqual([])
    expect(html).toContain("<h1")
  })
})

test("a city's picture on the home page is its part of the map, or its initial without coordinates", async () => {
  const { html } = await dotsOf("/")
  const [section = ""] = /<section aria-labelledby="cities".*?<\/section>/s.exec(html) ?? []
  const tiles = section.split("<li>").slice(1)
  const tileOf = (slug: string) => tiles.find((tile) => tile.includes(`/escorts/in/${slug}"`)) ?? ""
  expect(tiles).toHaveLength(3)
  expect(tileOf("lyon")).toContain("<use")
  expect(tileOf("lyon")).not.toBe(tileOf("nearby").replaceAll("nearby", "lyon"))
  expect(tileOf("unplaced")).not.toContain("<use")
  expect(tileOf("unplaced")).toContain(">U</span>")
  expect(section).not.toContain("/scenes/")
})

describe("the back office's record of a city", () => {
  const open = async (id: string | undefined) => {
    const editor = await asStaff("editor")
    const path = `/cities/${id}`
    const read = async () => (await editor.call("GET", path)).body
    const save = async (changed: Record<string, string | number | null>) => {
      const { version, values } = await read()
      return editor.call("PUT", path, { version, values: { ...values, ...changed } })
    }
    return { editor, read, save }
  }

  test("coordinates are numbers or a form's text with a point or a comma, and none is null", async () => {
    const { read, save } = await open(unplaced?.id)
    expect((await read()).values).toMatchObject({ latitude: null, longitude: null })
    expect((await save({ latitude: " 48,86 ", longitude: "-2.5" })).status).toBe(200)
    expect((await read()).values).toMatchObject({ latitude: 48.86, longitude: -2.5 })
    expect((await dotsOf("/escorts/in")).dots).toContain("/escorts/in/unplaced Unplaced, 1 profile")
    expect((await save({ latitude: "", longitude: null })).status).toBe(200)
    expect(await db.select().from(cities).where(eq(cities.slug, "unplaced"))).toMatchObject([
      { latitude: null, longitude: null },
    ])
    expect((await dotsOf("/escorts/in")).dots).not.toContain("/escorts/in/unplaced Unplaced, 1 profile")
  })

  test.each([
    ["latitude", 90.1],
    ["latitude", "-91"],
    ["longitude", 180.5],
    ["longitude", "2°21"],
    ["longitude", "1e2"],
  ])("a city's %s of %s is refused", async (field, value) => {
    const { save } = await open(lyon?.id)
    const { status, body } = await save({ [field]: value })
    expect([status, Object.keys(body.errors)]).toEqual([422, [`values.${field}`]])
  })

  test("a deleted city is restored with its coordinates, or without", async () => {
    for (const [latitude, longitude] of [
      [43.7, 7.27],
      [null, null],
    ]) {
      const { id } = await insertCity({ latitude, longitude })
      const { editor, read } = await open(id)
      expect((await editor.call("DELETE", `/cities/${id}?version=${(await read()).version}`)).status).toBe(204)
      expect((await editor.call("POST", "/cities/deleted/restore", { ids: [id] })).status).toBe(200)
      expect(await db.select().from(cities).where(eq(cities.id, id))).toMatchObject([{ latitude, longitude }])
    }
  })
})
