/** The days of a weekly rhythm, from Monday, and the parts of a day: never exact hours (trust-safety R11). */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export const dayParts = ["morning", "afternoon", "evening"] as const
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
