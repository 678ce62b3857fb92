import type { Plugin } from "vite"
import { changedLines } from "./changed-libraries"

/**
 * A page is whole without its scripts, which Remix preloads with the priority of a font: on a slow line they compete with
 * what is seen first. With this plugin they come after it.
 */
export function remixScriptPriority(): Plugin {
  const file = "@remix-run/react/dist/esm/components.js"
  const low = (href: string) => ({
    file,
    line: `    href: ${href},\n    crossOrigin: props.crossOrigin\n`,
    becomes: `    href: ${href},\n    fetchpriority: "low",\n    crossOrigin: props.crossOrigin\n`,
  })
  return changedLines("remix-script-priority", [low("manifest.entry.module"), low("path")], { alsoOnServer: true })
}
