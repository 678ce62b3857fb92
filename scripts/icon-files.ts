import { cpSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"

const source = fileURLToPath(new URL("icons/", import.meta.resolve("lucide-static/package.json")))
const path = /^\/icons\/lucide\/([a-z0-9-]{1,60}\.svg)$/

/**
 * Serves Lucide's icons from the app's own origin at `/icons/lucide/{name}.svg`: those that staff name; our own code
 * imports its icons. The build gets a copy of each as a static file; the development server reads the package.
 */
export function iconFiles(): Plugin {
  return {
    name: "salon-icon-files",
    writeBundle({ dir }) {
      if (dir?.endsWith("client")) cpSync(source, `${dir}/icons/lucide`, { recursive: true })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, file] = path.exec(request.url ?? "") ?? []
        const icon = file && readIcon(file)
        if (!icon) return next()
        response.setHeader("Content-Type", "image/svg+xml")
        response.end(icon)
      })
    },
  }
}

function readIcon(file: string): Buffer | null {
  try {
    return readFileSync(source + file)
  } catch {
    return null
  }
}
