import { readLocal, writeLocal } from "~/browser/local-text"

/** Unsent text, and the number of the message that it replies to. */
export interface Draft {
  text: string
  replyTo: number | null
}

interface KeptDraft extends Draft {
  /** When the server accepted it, epoch ms; null: it has not. */
  savedAt: number | null
}

/**
 * How long (ms) this browser's copy of a draft that the server has accepted counts for more than the draft of a page:
 * that page may have been requested before.
 */
const trustedFor = 60_000

export const isSameDraft = (one: Draft, other: Draft) => one.text === other.text && one.replyTo === other.replyTo

/** Stores a draft in this browser. `savedAt`: when the server accepted it, epoch ms; null: it has not. */
export function keepDraft(key: string, { text, replyTo }: Draft, savedAt: number | null): void {
  writeLocal(key, `${savedAt ?? ""} ${replyTo ?? ""}\n${text}`)
}

/** Removes the copy of a draft. */
export function dropDraft(key: string): void {
  writeLocal(key, null)
}

/** Removes the copy of a draft if it is this one, and the server has accepted it. */
export function dropSaved(key: string, draft: Draft): void {
  const kept = readKept(key)
  if (kept && isSameDraft(kept, draft) && kept.savedAt !== null) writeLocal(key, null)
}

/** Returns the draft that this browser has instead of the page's: one that the server does not have, or has only just accepted. */
export function findDraft(key: string, now: number): KeptDraft | null {
  const kept = readKept(key)
  return kept === null || kept.savedAt === null || now - kept.savedAt < trustedFor ? kept : null
}

/** Reads a stored draft; one of an earlier version of this page names no message. */
function readKept(key: string): KeptDraft | null {
  const stored = readLocal(key)
  if (stored === null) return null
  const [head = ""] = stored.split("\n", 1)
  const [savedAt, replyTo] = head.split(" ").map((part) => (part === "" ? null : Number(part)))
  return { text: stored.slice(head.length + 1), replyTo: replyTo ?? null, savedAt: savedAt ?? null }
}
