import { requireUser } from "../../core/actor/guards"
import { staffRoles } from "../../core/actor/roles"
import { isPersonalRead, personalReads } from "../../core/audit/personal-reads"
import type { Ctx } from "../../core/context"
import { plainList } from "../../core/shared/cursor-scope"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import * as queries from "./queries.server"
import type { DataAccess } from "./schema"

const pageLength = 30

/**
 * Lists who of the team opened the actor's records, newest first: a page of 30 and the next cursor. What an open investigation holds back
 * is left out. Throws `auth.required`, and `cursor.invalid`.
 */
export async function listDataAccesses(
  ctx: Ctx,
  cursor: string | null,
): Promise<{ data: DataAccess[]; next_cursor: string | null }> {
  const { id: userId } = requireUser(ctx)
  const before = cursor === null ? null : decodeKeyset(cursor, plainList).at
  const rows = await queries.findAccesses(ctx.db, { userId, before, now: ctx.now() }, pageLength + 1)
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ seq }) => ({ at: seq, id: String(seq) }), plainList)
  return { data: shown.flatMap(toAccess), next_cursor }
}

function toAccess({
  read_at: at,
  action,
  role,
}: {
  read_at: number
  action: string
  role: string | null
}): DataAccess[] {
  if (!isPersonalRead(action)) return []
  const { record, reason } = personalReads[action]
  return [{ at, role: staffRoles.find((one) => one === role) ?? null, record, reason }]
}
