import { existsSync } from "node:fs"
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"

const app = new URL("../../app/", import.meta.url)

/**
 * Lets scripts import modules of the app and the Worker, which name others as a bundler resolves them: `~/lib/id`,
 * `./context`. To be imported before such a module is.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isOurs = context.parentURL && !context.parentURL.includes("/node_modules/")
    if (!isOurs || !/^(~|\.\.?)\//.test(specifier)) return nextResolve(specifier, context)
    const path = specifier.startsWith("~/") ? new URL(specifier.slice(2), app) : new URL(specifier, context.parentURL)
    const file = ["", ".ts", ".tsx", "/index.ts"]
      .map((end) => path.href + end)
      .find((href) => /\.\w+$/.test(href) && existsSync(fileURLToPath(href)))
    return nextResolve(file ?? specifier, context)
  },
})
