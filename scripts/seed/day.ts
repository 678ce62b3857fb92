/** Returns the last noon in UTC, ISO: the demo is of the day on which it is made, so that its last 30 days are never empty. */
export function lastNoon(now: number): string {
  const noon = new Date(now).setUTCHours(12, 0, 0, 0)
  return new Date(noon > now ? noon - 24 * 60 * 60 * 1000 : noon).toISOString()
}
