import type { TrailQuery } from "~/domain/back-office/audit/schema"

export const trailPath = "/dashboard/admin/audit"

/** Returns the address of the audit log with these filters, and more parameters. */
export function trailAddress(query: TrailQuery, more: Record<string, string> = {}): string {
  const set = Object.entries({ ...query, ...more }).filter((one): one is [string, string] => Boolean(one[1]))
  return set.length > 0 ? `${trailPath}?${new URLSearchParams(set)}` : trailPath
}
