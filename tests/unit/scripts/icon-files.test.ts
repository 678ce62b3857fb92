import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { createIconCache } from "~/browser/icon-cache"
import { readIcon } from "../../../scripts/icon-files.ts"
import { categories } from "../../../scripts/seed/catalog.ts"

test("an icon's file is an SVG in the text's colour", async () => {
  expect(await readIcon("leaf")).toMatchInlineSnapshot(`
    "<!-- @license lucide - ISC -->
    <svg
      class="lucide lucide-leaf"
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d="M11 20a10 10 0 0010-10 25.9 25.9 0 00-1.04-7.281 1 1 0 00-1.755-.325C15.833 5.5 13 5.5 9.8 6.1A7 7 0 0011 20" />
      <path d="M2 21a5 5 0 012.911-4.544C7.613 15.212 8.351 15.24 11 13" />
    </svg>
    "
  `)
})

test("an icon has a file under its former name too", async () => {
  expect(await readIcon("home")).toBe(await readIcon("house"))
})

test.each(["no-such-icon", "constructor", "index"])(
  "there is no file of an icon that does not exist: %s",
  async (name) => {
    expect(await readIcon(name)).toBeNull()
  },
)

test("the page shows every shape of the demo's category icons", async () => {
  for (const { icon } of categories) {
    const file = (await readIcon(icon)) ?? ""
    const cache = createIconCache({
      storage: () => ({ getItem: () => null, setItem: () => {} }),
      fetch: async () => new Response(file),
      now: Date.now,
    })
    const shapes = file.match(/^ {2}<\w+ .*\/>$/gm) ?? []
    expect(shapes.length, icon).toBeGreaterThan(0)
    expect(await cache.get(icon)).toBe(shapes.map((shape) => shape.trim()).join(""))
  }
})

test("the sprite's icons have Lucide's own shapes", async () => {
  const sprite = readFileSync(new URL("../../../app/ui/sprite.svg", import.meta.url), "utf8")
  const symbols = [...sprite.matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24">(.*)<\/symbol>/g)]
  expect(symbols.length).toBeGreaterThan(0)
  for (const [, name = "", shapes = ""] of symbols) {
    const theirs = (await readIcon(name))
      ?.match(/<(circle|path|rect) .*\/>/g)
      ?.map((shape) => shape.replace(" />", "/>"))
    expect(shapes.replaceAll(' stroke="currentColor"', ""), name).toBe(theirs?.join(""))
  }
})
