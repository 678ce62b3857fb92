import type { Facet } from "~/domain/profiles/catalog/schema"

/** A city's tile, with its place in map.svg; null: none. */
export interface ShownTile extends Facet {
  at: readonly [x: number, y: number] | null
}

/** A map of cities, in pixels of the narrowest phone. */
export interface ShownMap {
  size: readonly [width: number, height: number]
  /** How map.svg is moved into it. */
  transform: string
  /** The largest first. */
  dots: CityDot[]
  /** The city whose page this is, or null. */
  here: string | null
}

export interface CityDot extends Facet {
  x: number
  y: number
  /** Diameters of the dot and of what reacts to a finger. */
  size: number
  target: number
  /** Its name; null: no room for it. */
  label: CityName | null
}

export interface CityName {
  x: number
  y: number
  anchor: "start" | "middle" | "end"
  /** Only where the map is wide: phones have no room. */
  isWide: boolean
}
