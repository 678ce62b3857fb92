/** A time of the day: HH:MM, and in minutes since midnight. */
export interface DayTime {
  value: string
  minutes: number
}

const pad = (number: number) => String(number).padStart(2, "0")

/** Formats minutes of the day as a form sends them: 1320 -> "22:00". */
export const clock = (minutes: number) => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`

const dayTime = /^([01]\d|2[0-3]):([0-5]\d)$/

/**
 * Returns the 48 half-hours of a day, and in its place among them a further time (HH:MM) that is none of them. A text that is no
 * time, which the form was refused for, adds none.
 */
export function timesWith(time: string): DayTime[] {
  const [, hours, rest] = dayTime.exec(time) ?? []
  const further = hours && rest ? [Number(hours) * 60 + Number(rest)] : []
  const minutes = Array.from({ length: 48 }, (_, index) => index * 30)
  return [...new Set([...minutes, ...further])]
    .toSorted((a, b) => a - b)
    .map((minutes) => ({ value: clock(minutes), minutes }))
}
