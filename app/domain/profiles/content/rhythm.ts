import { dayParts, weekDays } from "~/db/enums"

export { dayParts, weekDays } from "~/db/enums"

export type DayPart = `${(typeof weekDays)[number]}-${(typeof dayParts)[number]}`

/** Every part of the week, in order. */
export const weekParts: readonly DayPart[] = weekDays.flatMap((day) =>
  dayParts.map((part): DayPart => `${day}-${part}`),
)

/** Reads `profiles.rhythm`. */
export function parseRhythm(stored: string): DayPart[] {
  const parts = stored.split(",")
  return weekParts.filter((part) => parts.includes(part))
}

/** Times that a list may ask for: a day of the week, a part of the day, or one part of one day. */
export const weekTimes = [...weekDays, ...dayParts, ...weekParts] as const
export type WeekTime = (typeof weekTimes)[number]

/** Cuts a time into its day and its part of the day. */
export function partsOfTime(time: WeekTime): {
  day: (typeof weekDays)[number] | undefined
  part: (typeof dayParts)[number] | undefined
} {
  const names = time.split("-")
  return { day: weekDays.find((day) => names.includes(day)), part: dayParts.find((part) => names.includes(part)) }
}

/** Joins two times, of which one is a day and the other a part of it: "Friday", "evening"; null for any others. */
export function joinTimes(one: WeekTime, other: WeekTime): DayPart | null {
  const [a, b] = [partsOfTime(one), partsOfTime(other)]
  const isWhole = (a.day && a.part) || (b.day && b.part)
  const [day, part] = [a.day ?? b.day, a.part ?? b.part]
  return !isWhole && day && part ? `${day}-${part}` : null
}
