import { classNames } from "~/lib/class-names"
import mapFile from "./map.svg"
import type { ShownTile } from "./shown-map"

/** Units of map.svg in a picture: about 600 km across. */
const [width, height] = [240, 160]

/** Draws a city's picture: its part of the map, or its initial without a place there. It says no more than its name. */
export function CityPicture({ city: { at, name }, className }: { city: ShownTile; className?: string }) {
  if (!at)
    return (
      <span aria-hidden className={classNames("city-map flex items-center justify-center rounded-card", className)}>
        <span className="text-section text-mute">{name.slice(0, 1)}</span>
      </span>
    )
  const [x, y] = at
  return (
    <svg
      aria-hidden
      viewBox={`${x - width / 2} ${y - height / 2} ${width} ${height}`}
      className={classNames("city-map rounded-card", className)}
    >
      <use href={`${mapFile}#map`} />
      <path d={`M${x} ${y}h.01`} stroke="var(--paper)" strokeWidth="18" />
      <path d={`M${x} ${y}h.01`} stroke="var(--ink)" strokeWidth="12" />
    </svg>
  )
}
