import type { Plugin } from "vite"
import { changedLines } from "./changed-libraries.ts"

const file = "@remix-run/react/dist/esm/components.js"

/** The preloads as the document has them; not a keyword of HTML, so that the browser fetches nothing. */
const later = "modulepreload-later"

/** When scripts start at the latest: a tab in the background paints nothing. */
const maxWaitMs = 2000

/**
 * A page is whole without its scripts. Remix has the browser fetch and run them while the document arrives, where they compete with what
 * is seen first. With this plugin they are fetched once the page is painted, and with a lower priority than pictures
 * (docs/decisions/2026-11-24-scripts-come-last.md). React Router 8.3 writes the same preloads and offers no choice.
 */
export function remixScriptStart(): Plugin {
  const preload = (href: string) => ({
    file,
    line: `    rel: "modulepreload",\n    href: ${href},\n    crossOrigin: props.crossOrigin\n`,
    becomes: `    rel: "${later}",\n    href: ${href},\n    fetchpriority: "low",\n    crossOrigin: props.crossOrigin\n`,
  })
  return changedLines(
    "remix-script-start",
    [
      preload("manifest.entry.module"),
      preload("path"),
      // The page's own modules, which the document's script imports statically.
      {
        file,
        line: `\${matches.map((match, index) => \`import * as route\${index} from \${JSON.stringify(manifest.routes[match.route.id].module)};\`).join("\\n")}`,
        becomes: "",
      },
      {
        file,
        line: `window.__remixRouteModules = {\${matches.map((match, index) => \`\${JSON.stringify(match.route.id)}:route\${index}\`).join(",")}};\n\nimport(\${JSON.stringify(manifest.entry.module)});\``,
        becomes: `const routes = {\${matches.map((match) => \`\${JSON.stringify(match.route.id)}:()=>import(\${JSON.stringify(manifest.routes[match.route.id].module)})\`).join(",")}};
const afterPaint = (start) => { new PerformanceObserver(start).observe({type:"paint",buffered:true}); setTimeout(start, ${maxWaitMs}) };
new Promise(afterPaint).then(async () => {
for (const link of document.querySelectorAll("link[rel=${later}]")) link.rel = "modulepreload";
window.__remixRouteModules = Object.fromEntries(await Promise.all(Object.entries(routes).map(async ([id, load]) => [id, await load()])));
import(\${JSON.stringify(manifest.entry.module)});
});\``,
      },
    ],
    { alsoOnServer: true, inBuildOnly: true },
  )
}
