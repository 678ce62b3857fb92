/** What every key of unsent messages and drafts begins with in localStorage. */
export const unsentPrefix = "chat unsent"

/**
 * Deletes them all: whoever reads in this browser now is nobody's member. `Clear-Site-Data` does the same after logging out, but not every
 * browser knows it. Where the browser blocks storage, there is nothing to delete.
 */
export function deleteUnsent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(unsentPrefix)) localStorage.removeItem(key)
  } catch {
    // As above.
  }
}
