import { readFileSync, watch } from "node:fs"
import { resolve } from "node:path"
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from "vite"

const textsFolder = "app/i18n/locales"

/**
 * Files that Vite must not watch: for a translation it would reload the page, and the local database changes with each
 * request, so that pages would fetch their data again for ever.
 */
export const unwatched = [
  `**/${textsFolder}/**`,
  "**/.wrangler/**",
  "**/.cache/**",
  "**/build/**",
  "**/test-results/**",
]

/**
 * Sends a changed file of translations to the pages that are open, which show it without a reload (app/entry.client.tsx).
 * Returns a function that ends this.
 */
export function watchTexts(server: ViteDevServer): () => void {
  const latest = new Map<string, string>()
  const watcher = watch(textsFolder, { recursive: true }, (_, name) => {
    const [, locale, namespace] = /^([\w-]+)[\\/]([\w-]+)\.json$/.exec(name ?? "") ?? []
    if (!locale || !namespace) return
    const file = resolve(textsFolder, locale, `${namespace}.json`)
    try {
      const text = readFileSync(file, "utf8")
      // A save is several events, and the file is empty at the first.
      if (text === "" || text === latest.get(file)) return
      latest.set(file, text)
      const texts = JSON.parse(text)
      for (const { moduleGraph } of Object.values(server.environments)) moduleGraph.onFileChange(file)
      server.ws.send("salon:changed", { texts: { locale, namespace, texts } })
    } catch (error) {
      console.error(`${textsFolder}/${name}: ${error instanceof Error ? error.message : error}`)
    }
  })
  return () => watcher.close()
}

/**
 * Lets open pages fetch their data again after a change of a file that only the server runs. Tailwind reads such files
 * too, which makes them modules of the browser without code, and Vite would reload the page for them.
 */
export function serverFiles(): Plugin {
  return {
    name: "salon-server-files",
    enforce: "pre",
    hotUpdate({ modules, server }) {
      if (this.environment.name !== "client") return
      const unloaded = modules.filter(isUnloaded)
      for (const module of unloaded) module.isSelfAccepting = true
      if (unloaded.length === modules.length) server.ws.send("salon:changed", {})
    },
  }
}

/** Whether only style sheets name a module, so that no browser has loaded it. */
function isUnloaded({ importers, importedModules }: EnvironmentModuleNode): boolean {
  return importedModules.size === 0 && [...importers].every(({ url }) => /\.css(\?|$)/.test(url))
}
