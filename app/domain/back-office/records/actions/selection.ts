import { AppError } from "~/lib/errors"

/** The most records that one request acts on. */
export const maxRecords = 100

/** Returns the ids of a selection, each once. Throws `validation.failed` for none or too many: nothing is left out in silence. */
export function uniqueIds(ids: readonly string[]): string[] {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw new AppError("validation.failed", { fields: { ids: ["required"] } })
  if (unique.length > maxRecords) throw new AppError("validation.failed", { fields: { ids: ["too_long"] } })
  return unique
}
