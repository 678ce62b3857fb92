import { useEffect, useState } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import { unsentPrefix } from "~/browser/unsent"
import { isTextField, type ProfileTextField } from "~/domain/profiles/content/fields"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { useRootData } from "~/remix/root-data"

/** Returns the fields with a machine's draft that its owner has not read, as this browser remembers them, and a function that changes them. */
export function useUnreadDrafts(fields: Workshop["fields"]) {
  const key = `${unsentPrefix} workshop drafts ${useRootData()?.user?.id}`
  const [unread, setUnread] = useState<ReadonlySet<ProfileTextField>>(new Set())
  // Of the page as it was loaded: a later load has the fields that this one filled.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a later load are not looked at
  useEffect(() => setUnread(new Set(parseUnread(readLocal(key), fields))), [key])

  function changeUnread(change: (all: Set<ProfileTextField>) => void): void {
    // Of the current ones: while a draft is made, another may be read.
    setUnread((current) => {
      const all = new Set(current)
      change(all)
      writeLocal(key, all.size > 0 ? JSON.stringify([...all]) : null)
      return all
    })
  }
  return { unread, changeUnread }
}

/** Whether a text is an edit that its owner has not submitted: a draft in it is not read by anybody else yet. */
export const isUnsent = ({ edit, value }: Workshop["fields"][ProfileTextField]) =>
  edit?.state === "draft" && value !== ""

/** Reads which drafts their owner has not read yet: those of texts that are not submitted. Other scripts may have written it. */
export function parseUnread(text: string | null, stored: Workshop["fields"]): ProfileTextField[] {
  try {
    const names: unknown = JSON.parse(text ?? "[]")
    if (!Array.isArray(names)) return []
    return names.filter(
      (name): name is ProfileTextField => typeof name === "string" && isTextField(name) && isUnsent(stored[name]),
    )
  } catch {
    return []
  }
}
