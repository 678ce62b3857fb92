/** The area that map.svg covers, in degrees: Western Europe. */
export const frame = { west: -14, east: 22, south: 34, north: 60 }

/** Units of map.svg in a degree of longitude. */
const unitsPerDegree = 30

/** A point of map.svg, in its units. */
export type Point = readonly [x: number, y: number]

/** Mercator's northing, in degrees of longitude at the equator. */
const northing = (latitude: number) => (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI

/** Projects degrees by Mercator: x grows to the east and y to the south, from the frame's north-western corner. */
export function project(longitude: number, latitude: number): Point {
  return [(longitude - frame.west) * unitsPerDegree, (northing(frame.north) - northing(latitude)) * unitsPerDegree]
}
