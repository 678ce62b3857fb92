import { firstCharacters } from "~/lib/characters"
import { tidyLine } from "../../../core/shared/text"
import type { Resource } from "../resource"
import type { ListQuery } from "../schema"

const maxTyped = 80

/**
 * Reads a list's query from an address: filters and sorts that the resource does not have, or not together, are left
 * out, so that an old link still opens the list.
 */
export function readListQuery(resource: Resource, parameters: URLSearchParams): ListQuery {
  const filters = (resource.filters ?? []).flatMap(({ name, options }) => {
    const value = parameters.get(name)
    return options.some((option) => option.value === value) ? [[name, value] as const] : []
  })
  const sort = parameters.get("sort") ?? ""
  const isPossible = resource.sorts.some(
    ({ name, isUnfiltered }) => name === sort.replace(/^-/, "") && !(isUnfiltered && filters.length > 0),
  )
  return {
    q: tidyLine(firstCharacters(parameters.get("q") ?? "", maxTyped)),
    sort: isPossible ? sort : resource.sorts[0].name,
    filters: Object.fromEntries(filters) as Record<string, string>,
    cursor: parameters.get("cursor"),
  }
}
