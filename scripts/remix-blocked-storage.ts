import type { Plugin } from "vite"

/**
 * Each line of Remix that fails in a browser with blocked storage, where the mere access to `sessionStorage` throws.
 */
const lines = {
  "fog-of-war.js": "sessionStorage.removeItem(MANIFEST_VERSION_STORAGE_KEY);",
  "scroll-restoration.js": "console.error(error);\n      sessionStorage.removeItem(STORAGE_KEY);",
}

/**
 * Without storage, Remix could not open any page whose route it did not know yet, because of an entry that it only
 * meant to delete.
 */
export function remixBlockedStorage(): Plugin {
  return {
    name: "remix-blocked-storage",
    transform(code, id) {
      for (const [file, line] of Object.entries(lines)) {
        if (!id.includes(`@remix-run/react/dist/esm/${file}`)) continue
        if (code.split(line).length !== 2) this.error(`Remix's ${file} no longer clears its storage as it did`)
        return code.replace(line, `try { ${line.split("\n").at(-1)?.trim()} } catch {}`)
      }
    },
  }
}
