import type { VisibilityState } from "@tanstack/react-table"
import { useEffect, useState } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import type { ResourceView } from "~/domain/back-office/records/schema"

/** The columns that this browser shows of a resource, stored once they are chosen. */
export function useColumnChoice({ name, columns }: ResourceView) {
  const key = `admin-columns:${name}`
  const [chosen, setChosen] = useState<VisibilityState>({})
  useEffect(() => setChosen(parseChoice(readLocal(key))), [key])
  const standard = Object.fromEntries(columns.map((column) => [column.name, !column.isHidden]))
  const visibility: VisibilityState = { ...standard, ...chosen }
  const choose = (next: VisibilityState) => {
    setChosen(next)
    writeLocal(key, JSON.stringify(next))
  }
  return [visibility, choose] as const
}

/** Returns a stored choice; what is not one of ours counts for none. */
function parseChoice(text: string | null): VisibilityState {
  try {
    const stored: unknown = JSON.parse(text ?? "null")
    if (typeof stored !== "object" || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, isShown]) => typeof isShown === "boolean"))
  } catch {
    return {}
  }
}
