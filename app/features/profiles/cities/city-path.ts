/** The page of every city. */
export const citiesPath = "/escorts/in"

/** Builds the address of a city's page, or of an occasion's in it. */
export function cityPath(city: string, occasion?: string): string {
  return occasion ? `${citiesPath}/${city}/${occasion}` : `${citiesPath}/${city}`
}
