/** Returns a text as part of an address, at most `max` characters: `Zoé-Marie` is `zoe-marie`. Empty if nothing is left of it. */
export function slugOf(text: string, max: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, max)
    .replace(/^-+|-+$/g, "")
}
