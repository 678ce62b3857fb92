/** The pages that search engines may know once indexing is open, each with the parameters that make another page of it. */
const publicPages: [RegExp, string[]][] = [
  [/^\/$/, []],
  [/^\/escorts$/, ["category", "city"]],
  [/^\/escorts\/[a-z0-9-]+(\/(gallery|infos|services|videos))?$/, []],
  [/^\/(about|become-member|casting|contact|faq)$/, []],
  [/^\/legal\/[a-z]+$/, []],
]

/** The one address of a public page, without what only sorts or pages it; null for every other page. */
export function canonicalPath(pathname: string, search: URLSearchParams): string | null {
  const names = publicPages.find(([path]) => path.test(pathname))?.[1]
  if (!names) return null
  const kept = names.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return kept.length > 0 ? `${pathname}?${new URLSearchParams(kept)}` : pathname
}
