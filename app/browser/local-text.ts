/** Reads a text from localStorage; null if there is none, or where the browser blocks storage. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text in localStorage; null removes it. Does nothing where the browser blocks storage. */
export function writeLocal(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Storage is blocked or full.
  }
}
