import type { PlacedCity } from "~/domain/profiles/catalog/schema"
import { frame, type Point, project } from "./projection"
import type { CityDot, CityName, ShownMap, ShownTile } from "./shown-map"

/** The width of a map on a small phone, in pixels: maps are laid out for it, and larger screens have more room. */
const width = 328
/** Height of a map of one city by its width, and the most and the least of a map of all. */
const ratio = { one: 2 / 3, min: 0.8, max: 1.3 }
/** Units of map.svg that a city's map shows from its west to its east: about 750 km. */
const aroundWidth = 300
/** Pixels from the edge of a map that dots stay clear of. */
const edge = 8
/** Units of map.svg that the map of all cities adds on each side of the outermost ones. */
const margin = 40
/** Pixels of a dot's target: as large as it may be without covering half of the way to the next dot. */
const target = { min: 10, max: 44 }
/** Pixels of a dot, for less than a ninth of the largest city's profiles, less than four ninths, and more. */
const sizes = { small: 7, medium: 11, large: 16 }
/** Sizes of a name on a phone, and where the same map is nearly twice as wide: a letter's width, and its height. */
const texts = { phone: { letter: 6.2, height: 13 }, wide: { letter: 3.8, height: 8 } }
/** Pixels between a dot and its name, and more around the page's own city, which has a ring. */
const gap = { dot: 3, here: 8 }

type Placed = PlacedCity & { point: Point }

/** Returns the city's place in map.svg; null without coordinates, or outside of it. */
export function placeOf({ latitude, longitude }: Pick<PlacedCity, "latitude" | "longitude">): Point | null {
  if (latitude === null || longitude === null) return null
  const isInside = latitude > frame.south && latitude < frame.north && longitude > frame.west && longitude < frame.east
  return isInside ? project(longitude, latitude) : null
}

/** Returns the tiles of cities, each with its place on the map. */
export function toTiles(cities: readonly PlacedCity[]): ShownTile[] {
  return cities.map(({ slug, name, profiles, ...city }) => {
    const place = placeOf(city)
    return { slug, name, profiles, at: place && [Math.round(place[0]), Math.round(place[1])] }
  })
}

/** Returns the map of all cities that have a place on it; null if none has. */
export function mapOfAll(cities: readonly PlacedCity[]): ShownMap | null {
  const placed = placedOf(cities)
  if (placed.length === 0) return null
  const [west, east] = extentOf(placed.map(({ point: [x] }) => x))
  const [north, south] = extentOf(placed.map(({ point: [, y] }) => y))
  const [across, down] = [east - west + 2 * margin, south - north + 2 * margin]
  const span = Math.max(across, down / ratio.max, aroundWidth)
  const height = Math.max(down, span * ratio.min)
  return drawMap(placed, { x: (west + east - span) / 2, y: (north + south - height) / 2, span, height })
}

/** Returns the map around a city, with the others that lie there; null if it has no place on it. */
export function mapAround(slug: string, cities: readonly PlacedCity[]): ShownMap | null {
  const placed = placedOf(cities)
  const here = placed.find((city) => city.slug === slug)
  if (!here) return null
  const [x, y] = here.point
  const height = aroundWidth * ratio.one
  return drawMap(placed, { x: x - aroundWidth / 2, y: y - height / 2, span: aroundWidth, height }, slug)
}

const placedOf = (cities: readonly PlacedCity[]): Placed[] =>
  cities.flatMap((city) => {
    const point = placeOf(city)
    return point ? [{ ...city, point }] : []
  })

const extentOf = (values: number[]) => [Math.min(...values), Math.max(...values)] as const

/** A part of map.svg, in its units. */
interface Part {
  x: number
  y: number
  span: number
  height: number
}

function drawMap(placed: Placed[], { x, y, span, height }: Part, here: string | null = null): ShownMap {
  const scale = width / span
  const largest = Math.max(...placed.map(({ profiles }) => profiles), 1)
  const dots = placed
    .map(({ slug, name, profiles, point }) => ({
      slug,
      name,
      profiles,
      x: toTenth((point[0] - x) * scale),
      y: toTenth((point[1] - y) * scale),
      size: sizeOf(profiles / largest),
    }))
    .filter(({ x, y }) => x > edge && x < width - edge && y > edge && y < height * scale - edge)
  const names = namesOf(dots, here, height * scale)
  return {
    size: [width, Math.round(height * scale)],
    transform: `scale(${scale.toFixed(3)}) translate(${toTenth(-x)} ${toTenth(-y)})`,
    // Drawn last, a small dot lies on a large one.
    dots: dots
      .sort((a, b) => b.size - a.size)
      .map((dot) => ({ ...dot, target: targetOf(dot, dots), label: names.get(dot.slug) ?? null })),
    here,
  }
}

const toTenth = (value: number) => Math.round(value * 10) / 10

const sizeOf = (share: number) => (share < 1 / 9 ? sizes.small : share < 4 / 9 ? sizes.medium : sizes.large)

type Dot = Omit<CityDot, "target" | "label">

function targetOf(dot: Dot, dots: readonly Dot[]): number {
  const ways = dots.map((other) => (other === dot ? target.max : Math.hypot(other.x - dot.x, other.y - dot.y)))
  return Math.round(Math.max(target.min, Math.min(...ways)))
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/**
 * Chooses where each name has room beside its dot: the page's own city first, then those with the most profiles; names
 * for which phones have none are smaller, and on wide screens alone.
 */
function namesOf(dots: readonly Dot[], here: string | null, height: number): Map<string, CityName> {
  const taken = dots.map(({ x, y, size }) => boxOf(x, y, size, size))
  const names = new Map<string, CityName>()
  const ranked = [...dots].sort((a, b) => Number(b.slug === here) - Number(a.slug === here) || b.profiles - a.profiles)
  for (const dot of ranked) {
    const distance = dot.slug === here ? gap.here : gap.dot
    // A city's own map is small on every screen.
    const free = (here === null ? [texts.phone, texts.wide] : [texts.phone])
      .flatMap((text) => anchorsOf(dot, text, distance))
      .find(({ box }) => isWithin(box, height) && !taken.some((other) => doOverlap(box, other)))
    if (!free) continue
    const { box, ...name } = free
    taken.push(box)
    names.set(dot.slug, { ...name, x: toTenth(name.x), y: toTenth(name.y) })
  }
  return names
}

/** The places of a name: at the right of its dot, at the left, below and above. */
function anchorsOf({ x, y, size, name }: Dot, text: { letter: number; height: number }, distance: number) {
  const length = name.length * text.letter
  const [across, down] = [size / 2 + distance, size / 2 + distance / 2 + text.height / 2]
  const at = (anchor: CityName["anchor"], [nameX, nameY]: Point, middle: number) => ({
    anchor,
    x: nameX,
    y: nameY,
    isWide: text === texts.wide,
    box: boxOf(middle, nameY, length, text.height),
  })
  return [
    at("start", [x + across, y], x + across + length / 2),
    at("end", [x - across, y], x - across - length / 2),
    at("middle", [x, y + down], x),
    at("middle", [x, y - down], x),
  ]
}

const isWithin = ({ left, right, top, bottom }: Box, height: number) =>
  left > 0 && right < width && top > 0 && bottom < height

const boxOf = (middleX: number, middleY: number, length: number, height: number): Box => ({
  left: middleX - length / 2,
  right: middleX + length / 2,
  top: middleY - height / 2,
  bottom: middleY + height / 2,
})

const doOverlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
