const key = "salon-icons"
const maxIcons = 50
const lifetime = 168 * 60 * 60 * 1_000

/** Name, time of the fetch (epoch ms), and shapes; the most recently used is last. */
type Entry = [name: string, fetchedAt: number, shapes: string]

export interface IconCacheOptions {
  /** A function, because in a browser that blocks storage the mere access to `localStorage` throws. */
  storage: () => Pick<Storage, "getItem" | "setItem">
  fetch: (url: string) => Promise<Response>
  now: () => number
}

/**
 * The shapes of icons that data names, from the app's own origin. Caches the 50 most recently used for 168 hours
 * (product-spec 9).
 */
export function createIconCache({ storage, fetch, now }: IconCacheOptions) {
  let entries = readEntries()
  const pending = new Map<string, Promise<string>>()

  function readEntries(): Entry[] {
    try {
      const stored: unknown = JSON.parse(storage().getItem(key) ?? "[]")
      return Array.isArray(stored) ? stored : []
    } catch {
      return []
    }
  }

  function store(entry: Entry): void {
    entries = [...entries.filter(([name]) => name !== entry[0]), entry].slice(-maxIcons)
    try {
      storage().setItem(key, JSON.stringify(entries))
    } catch {
      // Storage is blocked or full: cached as long as the document.
    }
  }

  async function load(name: string): Promise<string> {
    const response = await fetch(iconPath(name))
    if (!response.ok) throw new Error(`There is no icon called ${name}`)
    const shapes = shapesOf(await response.text())
    store([name, now(), shapes])
    return shapes
  }

  return {
    /** Returns the content of the icon's `<svg>`. Rejects if it cannot be fetched. */
    async get(name: string): Promise<string> {
      const known = entries.find((entry) => entry[0] === name)
      if (known && now() - known[1] < lifetime) {
        store(known)
        return shapesOf(known[2])
      }
      const loading = pending.get(name) ?? load(name).finally(() => pending.delete(name))
      pending.set(name, loading)
      return loading
    },
  }
}

/** The path of an icon; the server has a neutral icon for an unknown name (worker/endpoints/icons.ts). */
export function iconPath(name: string): string {
  return `/icons/lucide/${name}.svg`
}

/** Extracts the plain shapes of an SVG and drops the rest: markup from a file or a storage is not trusted. */
function shapesOf(svg: string): string {
  return (
    svg.match(
      /<(path|circle|ellipse|line|polyline|polygon|rect)( (d|r|[cr]?[xy][12]?|width|height|points|fill)="[\w .,+-]*")+ ?\/>/g,
    ) ?? []
  ).join("")
}
