import type { Plugin } from "vite"

/**
 * Remix reloads the page at once when a route module fails to load, even when it was only prefetched on hover: a form
 * half filled in would be lost. With this plugin it dispatches Vite's own event instead, and app/features/shell
 * decides; but not where no server can be reached, as a new document would not load either. A navigation that then
 * loads nothing is `lost` (remix-kept-page.ts).
 */
export function remixChunkErrors(): Plugin {
  return {
    name: "remix-chunk-errors",
    transform(code, id) {
      if (!id.includes("@remix-run/react/dist/esm/routeModules.js")) return
      const reload = "window.location.reload();"
      if (code.split(reload).length !== 2) this.error("Remix no longer reloads on a chunk error as it did")
      return code.replace(
        reload,
        `const isReached = await fetch(route.module, { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
         const event = new Event("vite:preloadError", { cancelable: true });
         event.payload = error;
         if (isReached) window.dispatchEvent(event);
         if (!event.defaultPrevented) return { lost: error, default() { throw error; } };`,
      )
    },
  }
}
