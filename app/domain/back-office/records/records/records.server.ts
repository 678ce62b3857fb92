import type { Database } from "~/db/client.server"
import { write } from "~/db/client.server"
import { always } from "~/db/statements/conditions"
import { trustedJson } from "~/db/statements/json"
import { requireStaff } from "~/domain/core/actor/guards"
import { auditEntry, auditedRead } from "~/domain/core/audit/entries.server"
import { isSensitive } from "~/domain/core/audit/sensitive"
import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { fieldProblems } from "~/lib/field-problems"
import { newId } from "~/lib/id"
import { mayUse } from "../access"
import { type Resource, shownCells } from "../resource"
import type { Options, RecordDetail, Revision, Values } from "../schema"
import * as queries from "./queries.server"
import { changeOf, creationOf } from "./statements.server"
import { changedNames, formSchema } from "./values"
import { attempt, requireWrite } from "./writes"

const maxRevisions = 50

/** Returns a record with the values of its form. Throws what `requireStaff` does, and `request.not_found`. */
export async function getRecord(ctx: Ctx, resource: Resource, id: string): Promise<RecordDetail> {
  const actor = requireStaff(ctx, resource.read)
  const actions = (resource.acts ?? []).filter((act) => mayUse(actor, resource, act))
  const find = (db: Database) => queries.findRecord(db, { resource, id, locale: ctx.locale, actions })
  const entry = { action: `${resource.name}.read`, target: { kind: resource.name, id } } as const
  const found = isSensitive(resource.read) ? await auditedRead(ctx, entry, find) : await find(ctx.db)
  if (!found) throw new AppError("request.not_found")
  const cells = trustedJson(found.cells)
  return {
    id: found.id,
    version: found.version,
    title: found.title ?? found.id,
    values: queries.valuesOf(resource, found),
    cells: shownCells(resource.columns, (name) => cells[name] ?? null),
    createdAt: found.created_at,
    publicPath: found.public_path,
    acts: actions.filter(({ name }) => found[`a_${name}`] === 1).map(({ name }) => name),
  }
}

/** Returns the options of the form's selects that stand in the database. Throws what `requireStaff` does. */
export async function listOptions(ctx: Ctx, resource: Resource): Promise<Options> {
  requireStaff(ctx, resource.read)
  return queries.findOptions(ctx.db, resource, ctx.locale)
}

/** Creates a record, with its first version. Throws what `requireStaffProof` does, and `validation.failed`. */
export async function createRecord(ctx: Ctx, resource: Resource, values: Values): Promise<string> {
  const { user } = requireWrite(ctx, resource)
  if (!resource.mayCreate) throw new AppError("request.not_found")
  const id = newId(ctx.now())
  const entry = { action: `${resource.name}.create`, target: { kind: resource.name, id } } as const
  await attempt(resource, () =>
    write(ctx.db, [...creationOf(ctx, resource, { id, staffId: user.id }, values), auditEntry(ctx, entry, always)]),
  )
  return id
}

/**
 * Saves a record in the version that its editor saw, stores the version in its history, and leaves redirects from a
 * former slug. Returns the new version. Throws what `requireStaffProof` does, `request.not_found`, `validation.failed`,
 * and `conflict.changed` for another version.
 */
export async function saveRecord(
  ctx: Ctx,
  resource: Resource,
  { id, version }: { id: string; version: number },
  values: Values,
): Promise<number> {
  const { user } = requireWrite(ctx, resource)
  const before = await queries.findRecord(ctx.db, { resource, id, locale: ctx.locale })
  if (!before) throw new AppError("request.not_found")
  if (before.version !== version) throw new AppError("conflict.changed")
  const { statements, changed, next, isSaved } = changeOf(ctx, resource, { before, staffId: user.id }, values)
  if (changed.length === 0) return version
  const target = { kind: resource.name, id }
  const entry = { action: `${resource.name}.change`, target, details: { fields: changed } } as const
  const [changes] = await attempt(resource, () => write(ctx.db, [...statements, auditEntry(ctx, entry, isSaved)]))
  if (changes === 0) throw new AppError("conflict.changed")
  if (resource.afterSave) ctx.enqueueJob(resource.afterSave(id))
  return next
}

/** Returns a record's stored versions, newest first. Throws what `requireStaff` does. */
export async function listRevisions(ctx: Ctx, resource: Resource, id: string): Promise<Revision[]> {
  requireStaff(ctx, resource.read)
  const rows = await queries.findRevisions(ctx.db, resource, id, maxRevisions)
  const versions = rows.map((row) => ({ ...row, values: trustedJson(row.content) }))
  return versions.map(({ id, created_at, staff_name, deletion, values }, index) => ({
    id,
    createdAt: created_at,
    staffName: staff_name,
    values,
    changed: changedNames(versions[index + 1]?.values ?? {}, values),
    kind: deletion !== null ? "deletion" : versions[index + 1]?.deletion != null ? "restoration" : "change",
  }))
}

/**
 * Saves a stored version once more, as the newest. What its fields must hold today counts. Throws what `saveRecord`
 * does, and `request.not_found` for another record's version.
 */
export async function restoreRevision(
  ctx: Ctx,
  resource: Resource,
  record: { id: string; version: number },
  revisionId: string,
): Promise<void> {
  requireWrite(ctx, resource)
  const [revision, present] = await Promise.all([
    queries.findRevision(ctx.db, resource, record.id, revisionId),
    queries.findRecord(ctx.db, { resource, id: record.id, locale: ctx.locale }),
  ])
  if (!revision || !present) throw new AppError("request.not_found")
  // A field that is younger than the version keeps its present value.
  const values = { ...queries.valuesOf(resource, present), ...JSON.parse(revision.content) }
  const parsed = formSchema(resource, false).safeParse(values)
  if (!parsed.success) throw new AppError("validation.failed", { fields: fieldProblems(parsed.error) })
  await saveRecord(ctx, resource, record, parsed.data)
}

/**
 * Moves a record before or after another one. Throws what `requireStaffProof` does, and `request.not_found` if one of
 * them is gone.
 */
export async function moveRecord(
  ctx: Ctx,
  resource: Resource,
  id: string,
  target: { id: string; isAfter: boolean },
): Promise<void> {
  requireWrite(ctx, resource)
  if (!resource.position) throw new AppError("request.not_found")
  const statements = [
    queries.moveRecord(resource, id, target),
    auditEntry(ctx, { action: `${resource.name}.move`, target: { kind: resource.name, id } }),
  ]
  const [changes] = await write(ctx.db, statements)
  if (changes === 0 && !(await queries.hasRecords(ctx.db, resource, [id, target.id])))
    throw new AppError("request.not_found")
}
