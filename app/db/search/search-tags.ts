/**
 * Beginning of every tag in the search indexes: as long as their longest prefix index, so that all tags of a profile are one entry
 * in each of those, though nobody looks a tag up by its beginning.
 */
export const tagStart = "tagged"

/** Prices by the hour that a range of prices can begin or end with, in euros, ascending. */
export const priceSteps = [50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 800, 1_000] as const

/** SQL place of a price (in cents) among the steps: 2n + 1 at the step n, 2n + 2 between it and the next, 0 below all. */
export const pricePlace = (column: string) =>
  `(${priceSteps.map((step) => `(${column} >= ${step * 100}) + (${column} > ${step * 100})`).join(" + ")})`

/** Returns the tags of the prices between two steps, both included; undefined: no end. */
export function priceTags(from: number | undefined, to: number | undefined): string[] {
  const placeOf = (price: number) => 2 * (priceSteps as readonly number[]).indexOf(price) + 1
  const first = from === undefined ? 0 : placeOf(from)
  const last = to === undefined ? 2 * priceSteps.length : placeOf(to)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => `e${first + at}`)
}

/** Returns the tag of a time of the week, as `profiles.rhythm` names it: letters alone, so that the indexes do not cut it. */
export const timeTag = (time: string) => `w${time.replace("-", "")}`

/** The letter that stands for a part of a day in a tag of a busy one. */
const partLetters = { morning: "m", afternoon: "a", evening: "e" } as const

const digitsOf = (day: string) => day.replaceAll("-", "")

/** Returns the tag of a day off (YYYY-MM-DD). */
export const offTag = (day: string) => `o${digitsOf(day)}`
/** Returns the tag of a part of a day that an owner's calendar elsewhere calls busy. */
export const busyTag = (day: string, part: keyof typeof partLetters) => `x${digitsOf(day)}${partLetters[part]}`
/** Returns the tag of a day on tour, in a city (its id) or in any. */
export const tourTag = (day: string, cityId?: string) => `d${digitsOf(day)}${cityId === undefined ? "" : `c${cityId}`}`

/** SQL endings of the tags of busy parts of days, from `2026-12-04-evening,2026-12-05-morning`. */
const busyDigits = [["-", ""], ...Object.entries(partLetters), [",", ` ${tagStart}x`]].reduce(
  (sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`,
  "f.busy",
)

/**
 * SQL tags of a profile's days that differ from its usual week, each after a space: of its days off and tours (the view calendar_days),
 * and of busy parts of days (calendar_feeds.busy).
 */
export const calendarTags = (profileId: string) => `coalesce((SELECT group_concat(
      iif(c.kind = 'off', ' ${tagStart}o' || c.digits, ' ${tagStart}d' || c.digits || ' ${tagStart}d' || c.digits || 'c' || c.city_id), '')
      FROM calendar_days AS c WHERE c.profile_id = ${profileId}), '')
    || coalesce((SELECT iif(f.busy = '', '', ' ${tagStart}x' || ${busyDigits})
      FROM calendar_feeds AS f WHERE f.profile_id = ${profileId}), '')`
