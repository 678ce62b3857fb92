/** Placeholders that a prepared answer may have in braces: the author's name, the ticket's reference, the site's name. */
export const placeholders = ["name", "reference", "site"] as const
export type Placeholder = (typeof placeholders)[number]

const inBraces = /\{([^{}\n]*)\}/g

const isPlaceholder = (name: string): name is Placeholder => (placeholders as readonly string[]).includes(name)

/** Returns what stands in braces and is no placeholder. */
export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(inBraces)].map(([, name = ""]) => name).filter((name) => !isPlaceholder(name))
}

/** Returns a text with its placeholders filled in, once: braces in a value are left alone. */
export function fillPlaceholders(text: string, values: Record<Placeholder, string>): string {
  return text.replace(inBraces, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole))
}
