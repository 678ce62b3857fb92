import { classNames } from "~/lib/class-names"
import sprite from "./sprite.svg?no-inline"

export type SpriteIconProps = {
  name:
    | "badge-check"
    | "calendar-check"
    | "check"
    | "chevron-down"
    | "clock"
    | "heart"
    | "lock"
    | "map-pin"
    | "shield-check"
  className?: string
}

/** An icon that a page shows once for each item of a list: its shape is in a file of its own, fetched once a year. */
export function SpriteIcon({ name, className }: SpriteIconProps) {
  return (
    <svg aria-hidden="true" className={classNames("lucide", className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
