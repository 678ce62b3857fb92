import { gzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { mapAround, mapOfAll, placeOf, toTiles } from "~/features/profiles/cities/map/city-map.server"
import { drawMapFile } from "../../../scripts/map-file"
import { cities as seeded } from "../../../scripts/seed/catalog"
import { textOf } from "../../architecture/helpers/sources"

const cities = seeded.map(({ slug, name, weight, latitude, longitude }) => ({
  slug,
  name: name.en,
  profiles: weight,
  latitude,
  longitude,
}))
const at = (slug: string, latitude: number | null, longitude: number | null, profiles = 1) => ({
  slug,
  name: slug,
  profiles,
  latitude,
  longitude,
})
const slugsOf = (map: ReturnType<typeof mapOfAll>) => map?.dots.map(({ slug }) => slug)

test("the file of the map is what its script draws, and weighs 12 KB at most, gzipped", () => {
  const file = textOf("app/features/profiles/cities/map/map.svg")
  expect(file).toBe(drawMapFile())
  expect(gzipSync(file).byteLength).toBeLessThanOrEqual(12 * 1_024)
})

test("a city to the north of another one is above it on the map, and one to the east at its right", () => {
  const [paris, lille, strasbourg] = ["paris", "lille", "strasbourg"].map((slug) => {
    const city = cities.find((one) => one.slug === slug)
    return (city && placeOf(city)) ?? [0, 0]
  })
  expect(lille?.[1]).toBeLessThan(paris?.[1] ?? 0)
  expect(strasbourg?.[0]).toBeGreaterThan(paris?.[0] ?? 0)
})

test("a city without both coordinates, or beyond the map, has no dot and no place", () => {
  const lost = [at("none", null, null), at("half", 45, null), at("other-half", null, 5), at("montreal", 45.5, -73.57)]
  expect(toTiles(lost).map((tile) => tile.at)).toEqual([null, null, null, null])
  expect(slugsOf(mapOfAll([...lost, at("lyon", 45.76, 4.84)]))).toEqual(["lyon"])
  expect([mapOfAll(lost), mapAround("none", lost), mapAround("nowhere", cities)]).toEqual([null, null, null])
})

test("the map of all cities has a dot for each, in three sizes, the smallest drawn last", () => {
  const dots = mapOfAll(cities)?.dots ?? []
  expect(dots.map(({ slug }) => slug).sort()).toEqual(cities.map(({ slug }) => slug).sort())
  const sizes = dots.map(({ size }) => size)
  expect(new Set(sizes).size).toBe(3)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(dots[0]?.slug).toBe("paris")
})

test("a dot's target is 44 pixels, unless it would cover another dot", () => {
  const dots = mapOfAll(cities)?.dots ?? []
  for (const dot of dots) {
    const nearest = Math.min(...dots.flatMap((o) => (o === dot ? [] : [Math.hypot(o.x - dot.x, o.y - dot.y)])))
    expect([dot.slug, dot.target]).toEqual([dot.slug, Math.round(Math.max(10, Math.min(44, nearest)))])
  }
  expect(mapOfAll([at("alone", 45, 5)])?.dots[0]?.target).toBe(44)
})

test("the names on a map lie within it, and none on another one", () => {
  for (const map of [mapOfAll(cities), mapAround("brussels", cities), mapAround("nice", cities)]) {
    const [width, height] = map?.size ?? [0, 0]
    const boxes = (map?.dots ?? []).flatMap(({ name, label }) => {
      if (!label) return []
      const [letter, high] = label.isWide ? [3.8, 8] : [6.2, 13]
      const length = name.length * letter
      const left = label.x - { start: 0, middle: length / 2, end: length }[label.anchor]
      return [{ name, left, right: left + length, top: label.y - high / 2, bottom: label.y + high / 2 }]
    })
    expect(boxes.length).toBeGreaterThan(3)
    for (const [index, a] of boxes.entries()) {
      expect([a.name, a.left >= 0 && a.right <= width && a.top >= 0 && a.bottom <= height]).toEqual([a.name, true])
      for (const b of boxes.slice(index + 1)) {
        const doOverlap = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        expect([a.name, b.name, doOverlap]).toEqual([a.name, b.name, false])
      }
    }
  }
})

test("a name that only a wide map has room for is on the map of all cities alone", () => {
  const wide = (map: ReturnType<typeof mapOfAll>) => map?.dots.filter(({ label }) => label?.isWide).length ?? 0
  expect(wide(mapOfAll(cities))).toBeGreaterThan(0)
  expect(cities.map(({ slug }) => wide(mapAround(slug, cities)))).toEqual(cities.map(() => 0))
})

test("the map of a city has it in its middle, named, with those around it alone", () => {
  const map = mapAround("brussels", cities)
  const here = map?.dots.find(({ slug }) => slug === map.here)
  expect([here?.slug, here?.label?.isWide]).toEqual(["brussels", false])
  const [width = 0, height = 0] = map?.size ?? []
  expect([Math.abs((here?.x ?? 0) - width / 2) < 1, Math.abs((here?.y ?? 0) - height / 2) < 1]).toEqual([true, true])
  const around = slugsOf(map)
  expect(around).toEqual(expect.arrayContaining(["antwerp", "ghent", "lille"]))
  for (const far of ["lisbon", "marseille", "edinburgh"]) expect(around).not.toContain(far)
})
