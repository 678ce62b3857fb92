import type { Plugin } from "vite"
import { changedLines } from "./changed-libraries.ts"

/**
 * Remix reloads the page at once when a route module fails to load, even when it was only prefetched on hover: a form
 * half filled in would be lost. With this plugin it dispatches Vite's own event instead, and app/features/shell
 * decides; but not where no server can be reached, as a new document would not load either. A navigation that then
 * loads nothing is `lost` (remix-kept-page.ts). For the browser's build only. React Router 8.3 still reloads.
 */
export function remixChunkErrors(): Plugin {
  return changedLines("remix-chunk-errors", [
    {
      file: "@remix-run/react/dist/esm/routeModules.js",
      line: "window.location.reload();",
      becomes: `
        const isReached = await fetch(route.module, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
        const event = new Event("vite:preloadError", { cancelable: true });
        event.payload = error;
        if (isReached) window.dispatchEvent(event);
        if (!event.defaultPrevented) return { lost: error, default() { throw error; } };`,
    },
  ])
}
