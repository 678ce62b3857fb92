import type { Resource } from "../resource"
import type { ListQuery } from "../schema"

const maxTyped = 80

/**
 * Reads a list's query from an address: filters and sorts that the resource does not have are left out, so that an old
 * link still opens the list.
 */
export function readListQuery(resource: Resource, parameters: URLSearchParams): ListQuery {
  const sort = parameters.get("sort") ?? ""
  const isKnown = resource.sorts.some(({ name }) => name === sort.replace(/^-/, ""))
  const filters = (resource.filters ?? []).flatMap(({ name, options }) => {
    const value = parameters.get(name)
    return options.some((option) => option.value === value) ? [[name, value] as const] : []
  })
  return {
    q: (parameters.get("q") ?? "").trim().slice(0, maxTyped),
    sort: isKnown ? sort : resource.sorts[0].name,
    filters: Object.fromEntries(filters) as Record<string, string>,
    cursor: parameters.get("cursor"),
  }
}
