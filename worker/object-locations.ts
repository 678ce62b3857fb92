/** Regions that Durable Objects can be created near, as `locationHint` names them (developers.cloudflare.com/durable-objects/reference/data-location). */
export const objectLocations = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const

type ObjectLocation = (typeof objectLocations)[number]

const locationsWithin: Record<"eu" | "us", readonly ObjectLocation[]> = { eu: ["weur", "eeur"], us: ["wnam", "enam"] }

/** Whether a region has data centres of a jurisdiction, so that the hint can be followed. */
export function isLocationWithin(location: ObjectLocation | undefined, jurisdiction: "eu" | "us" | undefined): boolean {
  return !location || !jurisdiction || locationsWithin[jurisdiction].includes(location)
}
