/** The prefix of the localStorage keys of unsent messages and drafts. */
export const unsentPrefix = "chat unsent"

/**
 * Deletes all unsent messages and drafts once nobody is signed in. `Clear-Site-Data` does the same after logging out,
 * but not every browser supports it. Where the browser blocks storage, there is nothing to delete.
 */
export function deleteUnsent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(unsentPrefix)) localStorage.removeItem(key)
  } catch {
    // Storage is blocked.
  }
}
