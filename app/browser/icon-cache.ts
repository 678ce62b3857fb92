const key = "salon-icons"
const maxIcons = 50
const lifetime = 168 * 60 * 60 * 1_000

/** Name, when it was fetched (epoch ms), and its shapes; used last comes last. */
type Entry = [name: string, fetchedAt: number, shapes: string]

export interface IconCacheOptions {
  /** A function, because in a browser that blocks storage the very mention of `localStorage` throws. */
  storage: () => Pick<Storage, "getItem" | "setItem">
  fetch: (url: string) => Promise<Response>
  now: () => number
}

/** The shapes of icons that data names, from our own origin. It keeps the 50 used last, for 168 hours (product-spec 9). */
export function createIconCache({ storage, fetch, now }: IconCacheOptions) {
  let entries = readEntries()
  const pending = new Map<string, Promise<string>>()

  function readEntries(): Entry[] {
    try {
      return JSON.parse(storage().getItem(key) ?? "[]") as Entry[]
    } catch {
      return []
    }
  }

  function keep(entry: Entry): void {
    entries = [...entries.filter(([name]) => name !== entry[0]), entry].slice(-maxIcons)
    try {
      storage().setItem(key, JSON.stringify(entries))
    } catch {
      // Blocked or full: kept as long as the document.
    }
  }

  async function load(name: string): Promise<string> {
    const answer = await fetch(iconPath(name))
    if (!answer.ok) throw new Error(`There is no icon called ${name}`)
    const shapes = shapesOf(await answer.text())
    keep([name, now(), shapes])
    return shapes
  }

  return {
    /** What stands inside the icon's `<svg>`. Rejects when it cannot be fetched. */
    async get(name: string): Promise<string> {
      const known = entries.find((entry) => entry[0] === name)
      if (known && now() - known[1] < lifetime) {
        keep(known)
        return shapesOf(known[2])
      }
      const loading = pending.get(name) ?? load(name).finally(() => pending.delete(name))
      pending.set(name, loading)
      return loading
    },
  }
}

/** An unknown name has a neutral icon there (worker/endpoints/icons.ts). */
export function iconPath(name: string): string {
  return `/icons/lucide/${name}.svg`
}

/** The plain shapes of an SVG, and nothing else of it: what comes from a file or a storage is not trusted with markup. */
function shapesOf(svg: string): string {
  return (
    svg.match(
      /<(path|circle|ellipse|line|polyline|polygon|rect)( (d|r|[cr]?[xy][12]?|width|height|points|fill)="[\w .,+-]*")+ ?\/>/g,
    ) ?? []
  ).join("")
}
