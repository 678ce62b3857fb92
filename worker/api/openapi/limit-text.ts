import { type LimitName, limits } from "~/domain/core/rate-limits"

/** Returns a rate limit as a description says it: `5 per 1h`. */
export function limitText(name: LimitName): string {
  const { max, window } = limits[name]
  return `${max} per ${window}`
}
