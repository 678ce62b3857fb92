import { ulid } from "ulid"

/** Returns a new primary key: 26 characters, ordered by `now` (epoch ms). */
export function newId(now: number): string {
  return ulid(now)
}
