import type { Plugin } from "vite"
import { changedLines, type LineChange } from "./changed-libraries.ts"

/** Lines that fail in a browser with blocked storage, where the mere access to `sessionStorage` throws. */
const changes: LineChange[] = [
  {
    file: "@remix-run/react/dist/esm/fog-of-war.js",
    line: "sessionStorage.removeItem(MANIFEST_VERSION_STORAGE_KEY);",
    becomes: "try { sessionStorage.removeItem(MANIFEST_VERSION_STORAGE_KEY); } catch {}",
  },
  {
    file: "@remix-run/react/dist/esm/scroll-restoration.js",
    line: "console.error(error);\n      sessionStorage.removeItem(STORAGE_KEY);",
    becomes: "try { sessionStorage.removeItem(STORAGE_KEY); } catch {}",
  },
]

/**
 * Without storage, Remix could not open any page whose route it did not know yet, because of an entry that it only
 * meant to delete. The server's build too: it writes the second line into each page. React Router 8.3 guards the first
 * of the two lines; the second throws there, too.
 */
export function remixBlockedStorage(): Plugin {
  return changedLines("remix-blocked-storage", changes, { alsoOnServer: true })
}
