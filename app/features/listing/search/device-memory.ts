import { readLocal, writeLocal } from "~/browser/local-text"
import type { ProfileHead } from "~/domain/profiles/schema"
import type { SuggestedPerson } from "~/domain/profiles/search/schema"

/** The localStorage key that says "off" where nothing is remembered. The quick exit and logging out delete it with everything else. */
export const rememberingKey = "remember"

/** Returns whether this device remembers searches and profiles. */
export const isRemembering = () => readLocal(rememberingKey) !== "off"

/** A list that is stored on this device alone, the latest entry first. */
interface DeviceList<Entry> {
  read(): Entry[]
  /** Stores an entry as the latest one, in the place of an earlier one that is the same; nothing where nothing is remembered. */
  add(entry: Entry): void
  clear(): void
}

/** Returns the list under a key of localStorage; it is empty where the browser blocks storage or what is stored is malformed. */
function deviceList<Entry>(
  key: string,
  max: number,
  { isEntry, keyOf }: { isEntry: (value: unknown) => value is Entry; keyOf: (entry: Entry) => string },
): DeviceList<Entry> {
  const read = (): Entry[] => {
    try {
      const stored: unknown = JSON.parse(readLocal(key) ?? "[]")
      return Array.isArray(stored) ? stored.filter(isEntry).slice(0, max) : []
    } catch {
      return []
    }
  }
  return {
    read,
    add(entry) {
      if (!isRemembering()) return
      const others = read().filter((one) => keyOf(one) !== keyOf(entry))
      writeLocal(key, JSON.stringify([entry, ...others].slice(0, max)))
    },
    clear: () => writeLocal(key, null),
  }
}

/** A search that was sent, or a suggestion that was taken, on this device. */
export interface LastSearch {
  label: string
  /** A list or a profile of this site. */
  path: string
}

/** The localStorage key. The quick exit and logging out delete it with everything else. */
export const lastSearchesKey = "last searches"

/** The last searches. */
export const lastSearches = deviceList<LastSearch>(lastSearchesKey, 5, {
  isEntry: isLastSearch,
  keyOf: ({ path }) => path.toLowerCase(),
})

function isLastSearch(value: unknown): value is LastSearch {
  const { label, path } = (value ?? {}) as Partial<Record<keyof LastSearch, unknown>>
  if (typeof label !== "string" || label.trim() === "") return false
  return typeof path === "string" && /^\/escorts(?:[/?]|$)/.test(path)
}

/** The localStorage key. The quick exit and logging out delete it with everything else. */
export const lastViewedKey = "last viewed"

/** The profiles that were last opened on this device. */
export const lastViewed = deviceList<SuggestedPerson>(lastViewedKey, 6, {
  isEntry: isPerson,
  keyOf: ({ slug }) => slug,
})

/** Remembers an opened profile, as far as this device remembers any. */
export function addViewed({ slug, name, city, photos: [portrait] }: ProfileHead): void {
  lastViewed.add({ slug, name, city: city.name, cover: portrait ? { id: portrait.id, color: "" } : null })
}

function isPerson(value: unknown): value is SuggestedPerson {
  const { slug, name, city, cover } = (value ?? {}) as Partial<Record<keyof SuggestedPerson, unknown>>
  const isText = [slug, name, city].every((text) => typeof text === "string")
  return isText && /^[a-z0-9-]+$/.test(String(slug)) && (cover === null || isCover(cover))
}

/** A picture's id is a part of its address. */
function isCover(value: unknown): boolean {
  const { id } = (value ?? {}) as { id?: unknown }
  return typeof id === "string" && /^[0-9A-Z]{26}$/.test(id)
}
