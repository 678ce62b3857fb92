import { useEffect, useRef, useState } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import { unsentPrefix } from "~/browser/unsent"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { useRootData } from "~/remix/root-data"
import type { FieldValuesJson } from "./field-saves"
import { parseKept } from "./kept-fields"
import type { FieldsForm } from "./read-fields"

export interface KeptFields {
  /** The fields for the form: as they are stored, or with what was typed before. */
  fields: Workshop["fields"]
  /** A form with other values is another form. */
  form: "stored" | "restored"
  /** JSON of the restored fields as they are stored. */
  storedBefore: FieldValuesJson
  /** Something typed before is not stored: it can be restored or discarded. */
  isOffered: boolean
  restore: () => void
  discard: () => void
  /** Keeps what is typed and not stored, in place of what this page kept before. */
  keep: (changes: FieldValuesJson) => void
}

/** Keeps in this browser what is typed in a form of the workshop until it is stored, and offers it after a reload. */
export function useKeptFields(name: FieldsForm, stored: Workshop["fields"]): KeptFields {
  const key = `${unsentPrefix} workshop ${useRootData()?.user?.id} ${name}`
  const [offered, setOffered] = useState<FieldValuesJson>({})
  const [restored, setRestored] = useState<FieldValuesJson>({})
  /** The fields that this page keeps: another tab's are left alone. */
  const own = useRef(new Set<string>())
  // Of the page as it was loaded: what is typed afterwards is in the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields of a later load are not looked at
  useEffect(() => setOffered(parseKept(readLocal(key), stored)), [key])

  const fields = { ...stored } as unknown as Record<string, Workshop["fields"]["name"]>
  const storedBefore: FieldValuesJson = {}
  for (const [field, json] of Object.entries(restored)) {
    const one = fields[field]
    if (!one) continue
    storedBefore[field] = JSON.stringify(one.value)
    fields[field] = { ...one, value: JSON.parse(json) }
  }
  return {
    fields: fields as unknown as Workshop["fields"],
    form: Object.keys(restored).length > 0 ? "restored" : "stored",
    storedBefore,
    isOffered: Object.keys(offered).length > 0,
    restore: () => {
      for (const field of Object.keys(offered)) own.current.add(field)
      setRestored(offered)
      setOffered({})
    },
    discard: () => {
      writeLocal(key, null)
      setOffered({})
    },
    keep: (changes) => {
      const others = Object.entries(parseKept(readLocal(key), stored)).filter(([field]) => !own.current.has(field))
      for (const field of Object.keys(changes)) own.current.add(field)
      const kept = { ...Object.fromEntries(others), ...changes }
      writeLocal(key, Object.keys(kept).length > 0 ? JSON.stringify(kept) : null)
    },
  }
}
