import { always } from "~/db/statements/conditions"
import { changedRow } from "~/domain/core/audit/queries.server"
import type { Ctx } from "~/domain/core/context"
import { newId } from "~/lib/id"
import type { Resource } from "../resource"
import type { Values } from "../schema"
import type { Statement } from "./each-record.server"
import * as queries from "./queries.server"
import { changedNames } from "./values"

/** Returns the statements that create a record with its first version; the first of them does. */
export function creationOf(
  ctx: Ctx,
  resource: Resource,
  { id, staffId }: { id: string; staffId: string },
  values: Values,
): Statement[] {
  const now = ctx.now()
  const revision = { id: newId(now), recordId: id, values, staffId, at: now }
  return [
    queries.insertRecord(resource, { id, createdAt: now, now }, values, always),
    queries.insertRevision(ctx.db, resource, revision, always),
    ...queries.writeTexts(resource, id, values, always),
  ]
}

/**
 * Returns the statements that save a record in the version that was read, with its history and a redirect from a former
 * slug: the first of them saves it, and the rest follow where that was stored (`isSaved`).
 */
export function changeOf(
  ctx: Ctx,
  resource: Resource,
  { before, staffId }: { before: queries.FoundRecord; staffId: string },
  values: Values,
) {
  const { db } = ctx
  const { id, version } = before
  const former = queries.valuesOf(resource, before)
  const changed = changedNames(former, values)
  const now = ctx.now()
  const next = Math.max(now, version + 1)
  const change = { id: newId(now), recordId: id, values, staffId, at: now }
  // The following statements belong to this change alone, also where two are saved in the same millisecond.
  const isSaved = queries.isStored(change.id)
  const redirects =
    resource.redirects && changed.includes("slug")
      ? queries.redirectSlug(db, resource.redirects, {
          id,
          from: String(former.slug),
          to: String(values.slug),
          at: now,
          when: isSaved,
        })
      : []
  const statements: Statement[] = [
    queries.updateRecord(resource, { id, version, next }, values),
    queries.insertRevision(db, resource, change, changedRow),
    ...queries.writeTexts(resource, id, values, isSaved),
    queries.insertFirstRevision(db, resource, before, change.id),
    ...redirects,
  ]
  return { statements, changed, next, isSaved }
}
