import { beforeEach, describe, expect, test } from "vitest"
import { createIconCache } from "~/browser/icon-cache"

const hour = 60 * 60 * 1_000
let now = 0
let asked: string[] = []
let stored: Map<string, string>

beforeEach(() => {
  now = 1_000
  asked = []
  stored = new Map()
})

const svg = (shapes: string) => `<!-- license -->\n<svg class="lucide" width="24">\n  ${shapes}\n</svg>`

function open(response = (url: string) => new Response(svg(`<path d="M8 22h8 ${url.length}" />`))) {
  return createIconCache({
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    }),
    fetch: async (url) => {
      asked.push(url)
      return response(url)
    },
    now: () => now,
  })
}

describe("an icon", () => {
  test("an icon is fetched once, also by simultaneous callers", async () => {
    const cache = open()
    const [a, b] = await Promise.all([cache.get("wine"), cache.get("wine")])
    expect(a).toBe('<path d="M8 22h8 22" />')
    expect([b, await cache.get("wine")]).toEqual([a, a])
    expect(asked).toEqual(["/icons/lucide/wine.svg"])
  })

  test("an icon is cached for the next page, for 168 hours", async () => {
    await open().get("wine")
    now += 168 * hour - 1
    await open().get("wine")
    expect(asked).toHaveLength(1)
    now += 1
    await open().get("wine")
    expect(asked).toHaveLength(2)
  })

  test("an icon is evicted by fifty others used since", async () => {
    const cache = open()
    await cache.get("first")
    await cache.get("second")
    await cache.get("first")
    for (let n = 0; n < 49; n += 1) await cache.get(`icon-${n}`)
    asked = []
    await cache.get("first")
    expect(asked).toEqual([])
    await cache.get("second")
    expect(asked).toEqual(["/icons/lucide/second.svg"])
    expect(JSON.parse(stored.get("salon-icons") ?? "[]")).toHaveLength(50)
  })

  test("an icon that could not be fetched is requested again", async () => {
    let isDown = true
    const cache = open(() => new Response(svg('<path d="M1" />'), { status: isDown ? 503 : 200 }))
    await expect(cache.get("wine")).rejects.toThrow()
    isDown = false
    expect(await cache.get("wine")).toBe('<path d="M1" />')
  })

  test("an icon is plain shapes and nothing else, from a file or from a storage", async () => {
    const hostile =
      '<script>x</script><path d="M1" onload="x"/><path d="M2"><image href="//e"/><circle cx="1" r="2" /><use href="#x"/>'
    expect(await open(() => new Response(svg(hostile))).get("a")).toBe('<circle cx="1" r="2" />')
    stored.set("salon-icons", JSON.stringify([["b", now, `${hostile}<rect x="1"/>`]]))
    expect(await open().get("b")).toBe('<circle cx="1" r="2" /><rect x="1"/>')
  })

  test("an icon is shown where storage is blocked, full or broken", async () => {
    const blocked = createIconCache({
      storage: () => {
        throw new DOMException("The operation is insecure.", "SecurityError")
      },
      fetch: async () => new Response(svg('<path d="M1" />')),
      now: () => now,
    })
    expect(await blocked.get("wine")).toBe('<path d="M1" />')
    stored.set("salon-icons", "{")
    expect(await open().get("wine")).toContain("<path")
  })
})
