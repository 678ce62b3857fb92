/**
 * Parses a page's address as people paste it: a path, or a URL with or without its scheme. Returns null for other text.
 */
export function parsePageAddress(text: string): URL | null {
  if (/\s/.test(text)) return null
  const isPath = text.startsWith("/")
  const isHost = /^(localhost|[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+)(:\d+)?([/?#]|$)/u.test(text)
  const address = isPath ? `https://x.invalid${text}` : isHost ? `https://${text}` : text
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) ? url : null
}

const mediaItemId = /^[0-9A-Z]{26}$/

/** Returns the slug of the profile whose page a URL names, or null: `/escorts/{slug}`, and each of its sections. */
export function namedProfile(address: string): string | null {
  const [, first, slug] = parsePageAddress(address)?.pathname.split("/") ?? []
  return first === "escorts" && slug && /^[a-z0-9-]{1,80}$/.test(slug) ? slug : null
}

/**
 * Returns the id of the picture or video that a URL names: `/escorts/{slug}/gallery?photo={id}` or
 * `/media/{id}/{variant}`.
 */
export function namedMediaItem(address: string): string | null {
  const url = parsePageAddress(address)
  if (!url) return null
  const [, first, second, third] = url.pathname.split("/")
  const id =
    first === "media" ? second : first === "escorts" && third === "gallery" ? url.searchParams.get("photo") : null
  return id && mediaItemId.test(id) ? id : null
}
