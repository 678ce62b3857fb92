import { write } from "~/db/client.server"
import type { Ctx } from "~/domain/core/context"
import { type ErrorCode, isAppError } from "~/lib/errors"
import type { Resource } from "../resource"
import type { ActionResult } from "../schema"

export type Statement = Parameters<typeof write>[1][number]

interface Plan {
  /** Returns the statements of a record, or null if there is none with this id. */
  statementsOf: (id: string) => Statement[] | null
  /** The index of the statement that changes a row if the record is in the version that was read. */
  counted: number
  /** Returns the code of a refusal of the database that has one of its own. */
  refusalOf?: (error: unknown) => ErrorCode | null
}

/**
 * Writes the statements of each record: all in one batch or, if an error stops that, each in its own. Those that were
 * not written are named with an error's code.
 */
export async function writeEachRecord(
  ctx: Ctx,
  resource: Resource,
  ids: readonly string[],
  { statementsOf, counted, refusalOf = () => null }: Plan,
): Promise<ActionResult> {
  const failed = new Map<string, ErrorCode>()
  const planned = ids.flatMap((id) => {
    const statements = statementsOf(id)
    if (!statements) failed.set(id, "request.not_found")
    return statements ? [{ id, statements }] : []
  })
  const writeAll = async (part: typeof planned) => {
    if (part.length === 0) return
    const statements = part.flatMap((record) => record.statements)
    const changes = await write(ctx.db, statements)
    let first = 0
    for (const record of part) {
      if ((changes[first + counted] ?? 0) === 0) failed.set(record.id, "conflict.changed")
      first += record.statements.length
    }
  }
  try {
    await writeAll(planned)
  } catch {
    // Any refusal undoes the batch.
    for (const record of planned) {
      try {
        await writeAll([record])
      } catch (error) {
        failed.set(record.id, refusalOf(error) ?? codeOf(ctx, resource, record.id, error))
      }
    }
  }
  return {
    done: ids.filter((id) => !failed.has(id)),
    failed: ids.flatMap((id) => {
      const code = failed.get(id)
      return code ? [{ id, code }] : []
    }),
  }
}

/** Returns the code of an error that stopped the work on a record; logs it if it is an unexpected one. */
export function codeOf(ctx: Ctx, resource: Resource, id: string, error: unknown): ErrorCode {
  if (isAppError(error) && error.code !== "server.failed") return error.code
  ctx.logError("record.failed", error, { resource: resource.name, record: id })
  return "server.failed"
}
