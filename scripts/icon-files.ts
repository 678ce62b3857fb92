import { mkdirSync, writeFileSync } from "node:fs"
import type { Plugin } from "vite"

/** How lucide-react describes an icon: its elements, with their attributes and a key for React. */
interface IconData {
  name: string
  node: [element: string, attributes: Record<string, string | number>][]
}

/** Modules of lucide-react by the name of their icon, also by its former names. */
type IconModules = Record<string, () => Promise<{ __iconData?: IconData }>>

/** In a constant, so that the compiler does not read the types of 2,400 modules. */
const library: string = "lucide-react/dynamicIconImports"
const path = /^\/icons\/lucide\/([a-z0-9-]{1,60})\.svg$/

/**
 * Serves Lucide's icons from the app's own origin at `/icons/lucide/{name}.svg`: those that staff name; our own code
 * imports its icons. The build writes each as a static file; the development server makes those that are asked for.
 */
export function iconFiles(): Plugin {
  return {
    name: "salon-icon-files",
    async writeBundle({ dir }) {
      if (!dir?.endsWith("client")) return
      const icons = await readIcons()
      mkdirSync(`${dir}/icons/lucide`, { recursive: true })
      for (const [name, load] of Object.entries(icons))
        writeFileSync(`${dir}/icons/lucide/${name}.svg`, toSvg(await load()))
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, name] = path.exec(request.url ?? "") ?? []
        if (!name) return next()
        readIcon(name)
          .then((icon) => (icon ? response.setHeader("Content-Type", "image/svg+xml").end(icon) : next()))
          .catch(next)
      })
    },
  }
}

/** Returns the SVG file of an icon; null if Lucide has none of this name. */
export async function readIcon(name: string): Promise<string | null> {
  const icons = await readIcons()
  const load = Object.hasOwn(icons, name) ? icons[name] : undefined
  return load ? toSvg(await load()) : null
}

async function readIcons(): Promise<IconModules> {
  return (await import(library)).default
}

function toSvg({ __iconData: icon }: { __iconData?: IconData }): string {
  if (!icon) throw new Error("lucide-react describes its icons in another way than scripts/icon-files.ts expects")
  const shapes = icon.node.map(([element, { key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`)
    return `  <${element} ${written.join(" ")} />`
  })
  return `<!-- @license lucide - ISC -->
<svg
  class="lucide lucide-${icon.name}"
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
${shapes.join("\n")}
</svg>
`
}
