import { requireStaff, requireStaffProof } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { AppError, isAppError } from "~/lib/errors"
import type { Resource } from "../resource"

/** Returns the member of staff who may change this resource. Throws what `requireStaffProof` does, and `request.not_found`. */
export function requireWrite(ctx: Ctx, resource: Resource) {
  requireStaff(ctx, resource.read)
  if (!resource.write) throw new AppError("request.not_found")
  return requireStaffProof(ctx, resource.write)
}

/**
 * Returns which constraint of the database refused a write: a unique column of the resource's table, a reference, or a
 * value that is missing, as in a version from before its column.
 */
export function constraintOf(error: unknown, resource: Resource): { column: string } | "reference" | "missing" | null {
  const text = String(error)
  const [, column] = new RegExp(`UNIQUE constraint failed: ${resource.table}\\.(\\w+)`).exec(text) ?? []
  if (column) return { column }
  if (text.includes("FOREIGN KEY constraint failed")) return "reference"
  return text.includes("NOT NULL constraint failed") ? "missing" : null
}

/** Turns the database's refusals into the form's: a slug that is taken, a record that others refer to. */
export async function attempt<Result>(resource: Resource, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (isAppError(error)) throw error
    const constraint = constraintOf(error, resource)
    if (constraint === "reference") throw new AppError("resources.in_use")
    if (constraint && constraint !== "missing")
      throw new AppError("validation.failed", { fields: { [constraint.column]: ["value_taken"] } })
    throw error
  }
}
