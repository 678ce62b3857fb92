import { rmSync } from "node:fs"

/**
 * Empties a folder in which local Workers find each other's Durable Objects, before one is started. A Worker that was
 * killed stays registered for 90 seconds, in which Miniflare registers no other of its name: calls would go to the dead one.
 */
export function emptyRegistry(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
