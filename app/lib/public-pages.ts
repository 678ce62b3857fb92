/** The pages that may be indexed once indexing is open, each with the parameters that make another page of it. */
const publicPages: [RegExp, string[]][] = [
  [/^\/$/, []],
  [/^\/escorts$/, ["category", "city"]],
  [/^\/escorts\/[a-z0-9-]+(\/(gallery|infos|services|videos))?$/, []],
  [/^\/(about|become-member|casting|contact|faq)$/, []],
  [/^\/legal\/[a-z]+$/, []],
]

/**
 * Returns the canonical address of a public page, without parameters that only sort or page it; null for every other
 * page.
 */
export function canonicalPath(pathname: string, search: URLSearchParams): string | null {
  const names = publicPages.find(([path]) => path.test(pathname))?.[1]
  if (!names) return null
  const params = names.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return params.length > 0 ? `${pathname}?${new URLSearchParams(params)}` : pathname
}
