import { ulid } from "./ids.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"

/** The first profiles: those of a demo of the usual size, so that a larger one weighs what profiles without a calendar do. */
const planned = 240

/** Builds days off of every eighth profile and tours of every twelfth, and both of the demo owner's: all after the day of the seed. */
export function buildCalendar(
  { seed, now }: Pick<SeedOptions, "seed" | "now">,
  { profileId, index, cityIds }: { profileId: string; index: number; cityIds: string[] },
): TableRow[] {
  if (index >= planned) return []
  const chance = random(seed, "calendar", index)
  const isDemoOwner = index === 0
  const entry = (kind: "off" | "tour", cityId: string | null, begins: number, days: number): TableRow => ({
    table: "calendar_entries",
    row: {
      id: ulid(now, chance),
      profile_id: profileId,
      kind,
      city_id: cityId,
      first_day: dayIn(now, begins),
      last_day: dayIn(now, begins + days - 1),
      created_at: now,
    },
  })
  const isOff = chance.chance(1 / 8) || isDemoOwner
  const isTouring = chance.chance(1 / 12) || isDemoOwner
  return [
    ...(isTouring ? [entry("tour", chance.pick(cityIds), 2 + chance.below(20), 2 + chance.below(4))] : []),
    ...(isOff ? [entry("off", null, 3 + chance.below(40), 1 + chance.below(5))] : []),
  ]
}

/** Returns the day some days after a moment, YYYY-MM-DD. */
function dayIn(now: number, days: number): string {
  return new Date(now + days * day).toISOString().slice(0, 10)
}
