/** YYYY-MM or YYYY, of this century. */
export const periodPattern = /^20\d{2}(-(0[1-9]|1[0-2]))?$/

export const yearOf = (period: string) => period.slice(0, 4)
export const isYear = (period: string) => period.length === 4

/** Returns the months of a year. */
export function monthsOf(year: string): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`)
}

/** The longest reason of a correction, in characters. */
export const maxReason = 300
