import type { RouteConfigEntry } from "@remix-run/route-config"
import { expect, test } from "vitest"
import routes from "../../app/routes"
import { filesOf, importsOf, textOf } from "./helpers/sources"

const folders = [...textOf("app/styles/app.css").matchAll(/@source not "\.\.\/(.+)";/g)].map(
  ([, path]) => `app/${path}`,
)
const areas = ["routes/accounts/area.tsx", "routes/layouts/admin.tsx"]

/** The files of the routes outside the areas that have sheets of their own. */
function filesOutside(entries: RouteConfigEntry[]): string[] {
  return entries
    .filter(({ file }) => !areas.includes(file))
    .flatMap(({ file, children = [] }) => [`app/${file}`, ...filesOutside(children)])
}

test("a page outside the member area and the back office uses nothing that app.css leaves out", async () => {
  expect(folders.length).toBeGreaterThan(10)
  const sources = new Map(filesOf("app/**/*.{ts,tsx}").map((file) => [file.replace(/\.tsx?$/, ""), file]))
  const reached = new Map<string, string>()
  const open = ["app/root.tsx", ...filesOutside(await routes)]
  for (let file = open.pop(); file; file = open.pop()) {
    for (const { to, isType } of importsOf(file)) {
      const source = sources.get(to)
      // Utilities are written in components; what runs on the server has none.
      if (isType || !source || reached.has(source) || source.endsWith(".server.ts")) continue
      reached.set(source, file)
      open.push(source)
    }
  }
  expect(reached.size).toBeGreaterThan(200)
  const lost = [...reached].filter(
    ([file]) => file.endsWith(".tsx") && folders.some((folder) => file.startsWith(folder)),
  )
  expect(lost.map(([file, from]) => `${file}, of ${from}`)).toEqual([])
})

test("each area with a sheet of its own links it", () => {
  for (const [area, sheet] of [
    ["routes/accounts/area.tsx", "member"],
    ["routes/layouts/admin.tsx", "office"],
  ])
    expect(textOf(`app/${area}`)).toContain(`import stylesheet from "~/styles/${sheet}.css?url"`)
})
