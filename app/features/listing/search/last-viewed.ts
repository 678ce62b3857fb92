import type { SuggestedPerson } from "~/domain/profiles/search/schema"
import { deviceList } from "./device-list"

/** The localStorage key. The quick exit and logging out delete it with everything else. */
export const lastViewedKey = "last viewed"

/** The profiles that were last opened on this device. */
export const lastViewed = deviceList<SuggestedPerson>(lastViewedKey, 6, {
  isEntry: isPerson,
  keyOf: ({ slug }) => slug,
})

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
