const here = new URL("https://x.invalid")

const maxLength = 2_000

/**
 * Controls, formats (bidi marks, zero width) and white space: URL parsers drop or trim some, people cannot see them.
 */
const unseen = /[\p{Cc}\p{Cf}\s]/u

/**
 * Returns the path to redirect to after signing in and the like, or null unless it stays on this origin: one leading
 * "/", no backslash, nothing invisible, also after decoding. It is normalised to ASCII (fit for a Location header),
 * with query and hash, and at most 2,000 characters long.
 */
export function safeRedirectPath(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxLength) return null
  if (!/^\/(?!\/)[^\\]*$/.test(value) || unseen.test(value)) return null

  const url = new URL(value, here)
  if (url.origin !== here.origin || !isPlainPath(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** A proxy may decode once more than we do: no layer of escapes may hide a leading "//", a backslash or a control. */
function isPlainPath(pathname: string): boolean {
  let path = pathname
  for (;;) {
    if (path.startsWith("//") || /[\\\p{Cc}]/u.test(path)) return false
    const decoded = path.replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (decoded === path) return true
    path = decoded
  }
}

/**
 * Throws unless code may navigate to `url`: an external one needs `external`, and one that runs or shows content of its
 * author (javascript:, data:, vbscript:, blob:, file:) is refused even then. The rule and its messages are those of
 * Nuxt's navigateTo; like there, every absolute URL counts as external.
 */
export function assertNavigable(url: string, { external = false }: { external?: boolean } = {}): void {
  if (!external && isExternal(url)) {
    throw new Error(
      "Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.",
    )
  }
  const { protocol } = new URL(url, here)
  if (/^(javascript|data|vbscript|blob|file):$/.test(protocol)) {
    throw new Error(`Cannot navigate to a URL with '${protocol}' protocol.`)
  }
}

function isExternal(url: string): boolean {
  if (!URL.canParse(url, here.href)) return true
  const { protocol, host } = new URL(url, here)
  return protocol !== here.protocol || host !== here.host
}
