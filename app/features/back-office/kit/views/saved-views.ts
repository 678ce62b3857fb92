import { countCharacters, firstCharacters } from "~/lib/characters"

/** Filters and a sort that a person named. */
export interface SavedView {
  name: string
  /** The list's query, without its `?`. */
  search: string
  /** The list opens with it where its address has no query; one view at most. */
  isDefault?: true
}

export const maxViewName = 40
export const maxViews = 20

/** Reads stored views; what is not one of ours is left out. */
export function parseViews(text: string | null): SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(stored) ? stored.filter(isView).slice(0, maxViews) : []
  } catch {
    return []
  }
}

function isView(one: unknown): one is SavedView {
  const { name, search, isDefault } = (one ?? {}) as Partial<SavedView>
  const isNamed = typeof name === "string" && countCharacters(name) <= maxViewName
  return isNamed && typeof search === "string" && (isDefault === undefined || isDefault === true)
}

export type ViewProblem = "name_missing" | "name_taken" | "full"

/** Adds a view or renames one (`former`); returns the views, or what is wrong with the name. */
export function putView(views: readonly SavedView[], view: SavedView, former?: string): SavedView[] | ViewProblem {
  const name = firstCharacters(view.name.trim(), maxViewName)
  if (name === "") return "name_missing"
  const isSame = (one: SavedView) => one.name.toLowerCase() === name.toLowerCase()
  if (views.some((one) => one.name !== former && isSame(one))) return "name_taken"
  if (former !== undefined) return views.map((one) => (one.name === former ? { ...one, name } : one))
  if (views.length >= maxViews) return "full"
  return [...views, { name, search: view.search }]
}

/** Returns the views with this one as the default; null: none is. */
export function withDefault(views: readonly SavedView[], name: string | null): SavedView[] {
  return views.map(({ isDefault: _, ...one }) => (one.name === name ? { ...one, isDefault: true } : one))
}

/** Returns whether two queries ask for the same, in whatever order. */
export function isSameSearch(one: string, other: string): boolean {
  const sorted = (search: string) => [...new URLSearchParams(search)].map((pair) => pair.join("=")).toSorted()
  return sorted(one).join("&") === sorted(other).join("&")
}
