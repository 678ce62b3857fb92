import type { ListQuery, ResourceView } from "~/domain/back-office/records/schema"

/** Returns the address of a list with a changed query; the cursor is dropped unless it is given. */
export function listAddress(
  resource: string,
  { q, sort, filters }: ListQuery,
  change: { sort?: string; cursor?: string | null; filter?: Record<string, string | null>; q?: string } = {},
): string {
  const parameters = new URLSearchParams()
  const set = (name: string, value: string | null | undefined) => value && parameters.set(name, value)
  set("q", change.q ?? q)
  for (const [name, value] of Object.entries({ ...filters, ...change.filter })) set(name, value)
  set("sort", change.sort ?? sort)
  set("cursor", change.cursor)
  return `/dashboard/admin/${resource}${parameters.size > 0 ? `?${parameters}` : ""}`
}

/** Returns the address of a list without filters: with its order, since one without a query opens the default view. */
export function wholeList({ name, sort }: Pick<ResourceView, "name" | "sort">): string {
  return listAddress(name, { q: "", sort, filters: {}, cursor: null })
}
