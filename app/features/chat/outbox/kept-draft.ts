import { readLocal, writeLocal } from "~/browser/local-text"

/**
 * How long (ms) this browser's copy of a draft that the server has accepted counts for more than the draft of a page: that page may have been
 * requested before.
 */
const trustedFor = 60_000

/** Stores a draft in this browser. `savedAt`: when the server accepted it, epoch ms; null: it has not. */
export function keepDraft(key: string, text: string, savedAt: number | null): void {
  writeLocal(key, `${savedAt ?? ""}\n${text}`)
}

/** Removes the copy of a draft. */
export function dropDraft(key: string): void {
  writeLocal(key, null)
}

/** Removes the copy of a draft with this text, if the server has accepted it. */
export function dropSaved(key: string, text: string): void {
  const kept = readKept(key)
  if (kept?.text === text && kept.savedAt !== null) writeLocal(key, null)
}

/** Returns the draft that this browser has instead of the page's: one that the server does not have, or has only just accepted. */
export function findDraft(key: string, now: number): { text: string; isSaved: boolean } | null {
  const kept = readKept(key)
  if (kept === null) return null
  if (kept.savedAt === null) return { text: kept.text, isSaved: false }
  return now - kept.savedAt < trustedFor ? { text: kept.text, isSaved: true } : null
}

function readKept(key: string): { text: string; savedAt: number | null } | null {
  const stored = readLocal(key)
  if (stored === null) return null
  const [time = ""] = stored.split("\n", 1)
  return { text: stored.slice(time.length + 1), savedAt: time === "" ? null : Number(time) }
}
