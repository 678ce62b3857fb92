import { requireStaff } from "~/domain/core/actor/guards"
import type { Ctx } from "~/domain/core/context"
import { isPermitted } from "../../../core/actor/guards"
import { auditRead } from "../../../core/audit/entries.server"
import { isSensitive } from "../../../core/audit/sensitive"
import { resources } from "../registry.server"
import type { Hit } from "../schema"
import { findHits } from "./queries.server"

/** The shortest text that is searched for, in characters. */
const minTyped = 2

/**
 * Finds records by what was typed, five of each resource that the reader may read, and records once in ten minutes that
 * sensitive ones were found. Throws what
 * `requireStaff` does.
 */
export async function searchRecords(ctx: Ctx, typed: string): Promise<Hit[]> {
  const actor = requireStaff(ctx, "dashboard.read")
  const q = typed.trim()
  if (q.length < minTyped) return []
  const readable = resources.filter(({ read }) => isPermitted(actor, read))
  const found = await findHits(ctx.db, readable, q, ctx.locale)
  if (found.some(({ resource }) => isSensitive(resource.read)))
    await auditRead(ctx, { action: "records.search", target: { kind: "records", id: "list" } })
  return found.map(({ resource, id, title }) => ({
    resource: resource.name,
    kind: resource.one[ctx.locale],
    id,
    title: title ?? id,
    path: resource.page?.(id) ?? `/dashboard/admin/${resource.name}/${id}`,
  }))
}
