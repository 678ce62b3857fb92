import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { frame, type Point, project } from "../app/features/profiles/cities/map/projection.ts"

// Draws map.svg of the cities' pages: `node scripts/map-file.ts`. Land and borders are those of Natural Earth, which are
// in the public domain, at 1:50 million. The file is committed: run this again after a change of the frame alone.

/** Arcs of a TopoJSON file: rings and lines name them by number, and `~number` for one that runs backwards. */
type Ring = number[]

interface Topology {
  arcs: [number, number][][]
  transform: { scale: [number, number]; translate: [number, number] }
  objects: Record<"countries" | "land", { geometries: Geometry[] }>
}

type Geometry = { type: "Polygon"; arcs: Ring[] } | { type: "MultiPolygon"; arcs: Ring[][] }

/** Triangles of a smaller area, in square units, are flattened. */
const smallestBend = 1
/** Islands of a smaller area, in square units, are left out. */
const smallestIsland = 6

const root = fileURLToPath(new URL("..", import.meta.url))
const require = createRequire(import.meta.url)
const topology: Topology = JSON.parse(readFileSync(require.resolve("world-atlas/countries-50m.json"), "utf8"))
const arcs = topology.arcs.map((arc) => simplify(decode(arc)))
const [west, north] = project(frame.west, frame.north)
const [east, south] = project(frame.east, frame.south)

/** Returns an arc's points in the map's units: each step of a TopoJSON arc is a difference from the one before. */
function decode(arc: [number, number][]): Point[] {
  const { scale, translate } = topology.transform
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    // Mercator has no poles.
    return project(x * scale[0] + translate[0], Math.min(85, Math.max(-85, y * scale[1] + translate[1])))
  })
}

/** Drops the points that bend a line least, one by one (Visvalingam); both of its ends stay. */
function simplify(line: Point[]): Point[] {
  const points = [...line]
  for (;;) {
    let [least, at] = [smallestBend, 0]
    for (let index = 1; index < points.length - 1; index++) {
      const bend = areaOf(points.slice(index - 1, index + 2))
      if (bend < least) [least, at] = [bend, index]
    }
    if (at === 0) return points
    points.splice(at, 1)
  }
}

/** Returns a polygon's area, in square units. */
function areaOf(points: Point[]): number {
  const doubled = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}

const pointsOf = (ring: Ring): Point[] =>
  ring.flatMap((number) => (number < 0 ? [...(arcs[~number] ?? [])].reverse() : (arcs[number] ?? [])))

/** Cuts a polygon off at the frame, one side after the other (Sutherland and Hodgman). */
function clip(polygon: Point[]): Point[] {
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, north, 1],
    [1, south, -1],
  ]
  return sides.reduce((points, [axis, limit, sign]) => {
    const isInside = (point: Point) => (point[axis] - limit) * sign >= 0
    return points.flatMap((point, index) => {
      const before = points.at(index - 1) ?? point
      if (isInside(point) === isInside(before)) return isInside(point) ? [point] : []
      const share = (limit - before[axis]) / (point[axis] - before[axis])
      const crossing: Point = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]
      return isInside(point) ? [crossing, point] : [crossing]
    })
  }, polygon)
}

const isInFrame = ([x, y]: Point) => x >= west && x <= east && y >= north && y <= south

/** Writes points as the data of a path: whole units, each as a step from the one before. */
function pathOf(points: Point[], ending: "z" | ""): string {
  let [x, y] = [0, 0]
  const steps = points.flatMap((point, index) => {
    const [dx, dy] = [Math.round(point[0]) - x, Math.round(point[1]) - y]
    if (index > 0 && dx === 0 && dy === 0) return []
    x += dx
    y += dy
    return [`${index === 0 ? "M" : "l"}${dx} ${dy}`]
  })
  return steps.length > 1
    ? steps
        .join("")
        .replaceAll(/(?<=l[^M]*)l/g, " ")
        .replaceAll(" -", "-") + ending
    : ""
}

function pathOfLand(): string {
  const polygons = topology.objects.land.geometries.flatMap((one) => (one.type === "Polygon" ? [one.arcs] : one.arcs))
  return polygons
    .flat()
    .map((ring) => clip(pointsOf(ring)))
    .filter((ring) => areaOf(ring) >= smallestIsland)
    .map((ring) => pathOf(ring, "z"))
    .join("")
}

/** Draws the arcs that two countries share. */
function pathOfBorders(): string {
  const uses = new Map<number, number>()
  for (const one of topology.objects.countries.geometries)
    for (const number of (one.type === "Polygon" ? [one.arcs] : one.arcs).flat(2)) {
      const arc = number < 0 ? ~number : number
      uses.set(arc, (uses.get(arc) ?? 0) + 1)
    }
  const shared = [...uses].filter(([, count]) => count > 1).map(([arc]) => arcs[arc] ?? [])
  return shared
    .filter((line) => line.some(isInFrame))
    .map((line) => pathOf(line, ""))
    .join("")
}

/** Returns map.svg: `#map` is all of it, whose colours are its user's. */
export function drawMapFile(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 ${Math.ceil(east)} ${Math.ceil(south)}"><g id="map"><g stroke="var(--map-border,#fafaf9)" stroke-width="1.5" stroke-linejoin="round"><path fill="var(--map-land,#d6d3d1)" d="${pathOfLand()}"/><path fill="none" d="${pathOfBorders()}"/></g></g></svg>
`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${root}/app/features/profiles/cities/map/map.svg`, drawMapFile())
