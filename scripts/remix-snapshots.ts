import type { Plugin } from "vite"
import { changedLines, type LineChange } from "./changed-libraries.ts"

const changes: LineChange[] = [
  {
    // The router marks a fetcher as done in the map of the state before, which React may still render: with the data of
    // that state, an optimistic value would be gone for a moment and come back.
    file: "react-router-dom/dist/index.js",
    line: "    newState.fetchers.forEach((fetcher, key) => {\n",
    becomes: `    newState = { ...newState, fetchers: new Map(newState.fetchers) };
    newState.fetchers.forEach((fetcher, key) => {
`,
  },
  {
    // Data that is wanted no longer, because the same fetcher has sent again, is no fault.
    file: "@remix-run/react/dist/esm/single-fetch.js",
    line: "    console.error(e);\n",
    becomes: '    if (e.name !== "AbortError") console.error(e);\n',
  },
]

/**
 * Gives React each state of the router as a copy: see `changes`. For the browser's build only. React Router 8.3 copies
 * the map itself and logs nothing: with it this plugin goes.
 */
export function remixSnapshots(): Plugin {
  return changedLines("remix-snapshots", changes)
}
