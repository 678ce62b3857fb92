import type { Database } from "~/db/client.server"
import type { Ctx } from "~/domain/core/context"
import { requireStaff } from "../../../core/actor/guards"
import { auditedList } from "../../../core/audit/entries.server"
import { isSensitive } from "../../../core/audit/sensitive"
import { bindCursor, unbindCursor } from "../../../core/shared/cursor-scope"
import { mayUse } from "../access"
import { listColumns, type Resource, shownCells } from "../resource"
import type { ListQuery, RecordPage, RecordRow } from "../schema"
import { decodePlace, encodePlace } from "./cursor"
import * as queries from "./queries.server"

const pageLength = 50

/**
 * Returns a page of a resource's records: one round trip. It is recorded where they are sensitive. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listRecords(
  ctx: Ctx,
  resource: Resource,
  query: ListQuery,
  length = pageLength,
): Promise<RecordPage> {
  const actor = requireStaff(ctx, resource.read)
  const scope = { q: query.q, sort: query.sort, ...query.filters }
  const { place, isBackward } = query.cursor
    ? decodePlace(unbindCursor(query.cursor, scope))
    : { place: null, isBackward: false }
  const actions = (resource.acts ?? []).filter((act) => mayUse(actor, resource, act))
  const limit = length + 1
  const page = queries.selectPage(resource, query, { place, isBackward, limit, locale: ctx.locale, acts: actions })
  const entry = {
    action: `${resource.name}.list` as const,
    target: { kind: resource.name, id: "list" },
    filters: query.filters,
    isSearch: query.q !== "",
    cursor: query.cursor,
  }
  const find = (db: Database) => queries.findSearchedPage(db, resource, query, page)
  const { rows: found, isIncomplete } = isSensitive(resource.read)
    ? await auditedList(ctx, entry, find)
    : await find(ctx.db)
  const shown = found.slice(0, length)
  if (isBackward) shown.reverse()
  const hasMore = found.length > length
  const [first, last] = [shown.at(0), shown.at(-1)]
  return {
    data: shown.map((row) => toRecord(resource, row)),
    next_cursor:
      last && (isBackward || hasMore) ? bindCursor(encodePlace({ at: last.place, id: last.id }, false), scope) : null,
    previous_cursor:
      first && (isBackward ? hasMore : place)
        ? bindCursor(encodePlace({ at: first.place, id: first.id }, true), scope)
        : null,
    is_incomplete: isIncomplete,
  }
}

function toRecord(resource: Resource, row: queries.ListRow): RecordRow {
  return {
    id: row.id,
    version: row.version,
    title: row.title ?? row.id,
    path: resource.page?.(row.id) ?? `/dashboard/admin/${resource.name}/${row.id}`,
    cells: shownCells(listColumns(resource), (name) => row[`c_${name}`] ?? null),
    acts: (resource.acts ?? []).filter(({ name }) => row[`a_${name}`] === 1).map(({ name }) => name),
  }
}
