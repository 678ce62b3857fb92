import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { cityPath } from "../city-path"
import mapFile from "./map.svg"
import type { CityDot, ShownMap } from "./shown-map"

type CityMapProps = {
  map: ShownMap
  /** The occasion whose pages the dots lead to. */
  occasion?: string | undefined
  className?: string
}

/**
 * A map with a dot for each city, for the eye and a pointer: dots overlap, so that a list of the same links stands
 * beside it for keyboards and screen readers.
 */
export function CityMap({ map: { size, transform, dots, here }, occasion, className }: CityMapProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${size.join(" ")}`}
      preserveAspectRatio="xMidYMid slice"
      className={classNames("city-map rounded-card", className)}
    >
      <use href={`${mapFile}#map`} transform={transform} />
      {dots.map((dot) =>
        dot.slug === here ? (
          <Dot key={dot.slug} dot={dot} isHere />
        ) : (
          <DotLink key={dot.slug} dot={dot} occasion={occasion} />
        ),
      )}
    </svg>
  )
}

function DotLink({ dot, occasion }: { dot: CityDot; occasion: string | undefined }) {
  const { t } = useTranslation("cities")
  const { t: listed } = useTranslation("listing")
  const profiles = listed("profiles", { count: dot.profiles, number: formatNumber(dot.profiles, useLocale()) })
  return (
    <AppLink to={cityPath(dot.slug, occasion)} tabIndex={-1}>
      <title>{t("map.city", { city: dot.name, profiles })}</title>
      <Line dot={dot} width={dot.target} stroke="transparent" />
      <Dot dot={dot} />
    </AppLink>
  )
}

/** A dot and its name. The page's own city is a ring. */
function Dot({ dot, isHere = false }: { dot: CityDot; isHere?: boolean }) {
  const { size, label, name } = dot
  return (
    <>
      <Line dot={dot} width={size + (isHere ? 8 : 3)} stroke={isHere ? "var(--ink)" : "var(--paper)"} />
      {isHere && <Line dot={dot} width={size + 4} stroke="var(--paper)" />}
      <Line dot={dot} width={size} stroke="var(--ink)" />
      {label && (
        <text
          x={label.x}
          y={label.y}
          textAnchor={label.anchor}
          dominantBaseline="central"
          className={label.isWide ? "max-sm:hidden" : undefined}
        >
          {name}
        </text>
      )}
    </>
  )
}

/** A line of no length with round ends: a disc of so many pixels on every screen, however large the map is. */
function Line({ dot: { x, y }, width, stroke }: { dot: CityDot; width: number; stroke: string }) {
  return <path d={`M${x} ${y}h.01`} stroke={stroke} strokeWidth={width} vectorEffect="non-scaling-stroke" />
}
