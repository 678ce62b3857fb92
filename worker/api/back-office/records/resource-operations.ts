import * as z from "zod"
import { exportStates } from "~/db/schema/staff"
import { runAction } from "~/domain/back-office/records/actions/actions.server"
import { maxRecords } from "~/domain/back-office/records/actions/selection"
import {
  listDeleted,
  removeRecord,
  removeRecords,
  restoreRecords,
} from "~/domain/back-office/records/deletion/deletion.server"
import { listExports, startExport } from "~/domain/back-office/records/exports/exports.server"
import { readListQuery } from "~/domain/back-office/records/lists/list-query"
import { listRecords } from "~/domain/back-office/records/lists/lists.server"
import {
  createRecord,
  getRecord,
  listRevisions,
  moveRecord,
  restoreRevision,
  saveRecord,
} from "~/domain/back-office/records/records/records.server"
import { formSchema, writable } from "~/domain/back-office/records/records/values"
import { resources } from "~/domain/back-office/records/registry.server"
import type { Resource } from "~/domain/back-office/records/resource"
import { lineDraft, multilineDraft } from "~/domain/core/shared/text"
import { jsonBody } from "../../openapi/bodies"
import { createApi } from "../../openapi/create-api"
import { createOperation } from "../../openapi/operation"
import { responses } from "../../openapi/responses"
import { epochMs, wholeListOf } from "../../openapi/schemas"

const tag = "admin"
const version = z.number().int().meta({ description: "The record's version as you read it" })
const id = z.string().min(1).max(64)
const params = z.object({ id })
const Values = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).meta({
  description: "By field; a text of a language is named `field.language`",
})
const Summary = z
  .object({
    id: z.string(),
    version: z.number().int(),
    title: z.string(),
    path: z.string().meta({ description: "Its page of the back office" }),
    cells: Values,
    acts: z.array(z.string()).meta({ description: "What can be done with it now" }),
  })
  .meta({ id: "RecordSummary" })
const Detail = z
  .object({
    id: z.string(),
    version: z.number().int().meta({ description: "Required to change it" }),
    title: z.string(),
    values: Values,
    cells: Values,
    createdAt: epochMs,
    publicPath: z.string().nullable(),
    acts: z.array(z.string()),
  })
  .meta({ id: "Record" })
const Page = z.object({
  data: z.array(Summary),
  next_cursor: z.string().nullable(),
  previous_cursor: z.string().nullable(),
  is_incomplete: z.boolean().meta({
    description: "More records begin with `q` than the 100 of each column that are read: a longer `q` finds the others",
  }),
})
const ActionResult = z
  .object({ done: z.array(z.string()), failed: z.array(z.object({ id: z.string(), code: z.string() })) })
  .meta({ id: "ActResult" })
const RecordRevision = z
  .object({
    id: z.string(),
    createdAt: epochMs,
    staffName: z.string().nullable(),
    values: Values,
    changed: z.array(z.string()).meta({ description: "The fields that differ from the version before it" }),
    kind: z.enum(["change", "deletion", "restoration"]),
  })
  .meta({ id: "RecordRevision" })
const DeletedPage = z.object({
  data: z.array(
    z
      .object({
        id: z.string(),
        title: z.string(),
        deletedAt: epochMs,
        staffName: z.string().nullable(),
        values: Values,
      })
      .meta({ id: "DeletedRecord" }),
  ),
  next_cursor: z.string().nullable(),
})
const ids = z.array(id).min(1).max(maxRecords)
const RecordExport = z
  .object({
    id: z.string(),
    resource: z.string(),
    state: z.enum(exportStates),
    rows: z.number().int(),
    createdAt: epochMs,
  })
  .meta({ id: "RecordExport" })

/** `Service category` -> `ServiceCategory`, as operation ids have it. */
const pascal = (text: string) => text.replace(/(?:^|[\s-]+)(\w)/g, (_, letter: string) => letter.toUpperCase())

const api = createApi()
for (const resource of resources) if (!resource.hasOwnApi) register(resource)

/** The operations of every resource of the kit that has none of its own. */
export const resourceOperations = api

function register(resource: Resource) {
  const { name } = resource
  // Public operations have the plain names: `listFaqs`.
  const [one, many] = [`Staff${pascal(resource.one.en)}`, `Staff${pascal(name)}`]
  const [a, all] = [`${resource.one.en.toLowerCase()} for staff`, `${resource.many.en.toLowerCase()} for staff`]
  const read = { tag, guard: "staff", permission: resource.read } as const
  const write = { tag, guard: "staffProof", permission: resource.write ?? resource.read } as const
  const filters = Object.fromEntries(
    (resource.filters ?? []).map((filter) => [
      filter.name,
      z.enum(filter.options.map(({ value }) => value) as [string, ...string[]]).optional(),
    ]),
  )
  const query = z.object({
    q: lineDraft(80).optional(),
    sort: z
      .string()
      .max(40)
      .optional()
      .meta({
        description: `${resource.sorts.map((sort) => `\`${sort.name}\``).join(", ")}; \`-\` before it reverses it`,
      }),
    cursor: z.string().max(400).optional(),
    ...filters,
  })

  const list = createOperation({
    ...read,
    method: "get",
    path: `/${name}`,
    operationId: `list${many}`,
    summary: `List ${all}`,
    description: "50 records on a page. Both cursors are keyset cursors.",
    request: { query },
    responses: responses(200, "A page", Page),
    errors: ["cursor.invalid"],
  })
  api.openapi(list, async (c) =>
    c.json(await listRecords(c.var.ctx, resource, readListQuery(resource, new URL(c.req.url).searchParams)), 200),
  )

  const exporting = createOperation({
    ...read,
    guard: "staffProof",
    method: "post",
    path: `/${name}/exports`,
    operationId: `export${many}`,
    summary: `Export ${all} as CSV`,
    description: "The list's filters are query parameters. The file is written in the background, for you alone.",
    request: { query },
    responses: responses(202, "The export", z.object({ id: z.string() })),
    errors: ["resources.exports_full"],
  })
  api.openapi(exporting, async (c) => {
    const wanted = readListQuery(resource, new URL(c.req.url).searchParams)
    return c.json({ id: await startExport(c.var.ctx, resource, wanted) }, 202)
  })

  const exported = createOperation({
    ...read,
    method: "get",
    path: `/${name}/exports`,
    operationId: `list${many}Exports`,
    summary: `List your exports of ${all}`,
    responses: responses(200, "The latest five", wholeListOf(RecordExport)),
  })
  api.openapi(exported, async (c) => c.json({ data: await listExports(c.var.ctx, resource), next_cursor: null }, 200))

  // Before `/{id}`, which would take the word for an id.
  if (resource.write && resource.fields && resource.mayDelete) registerDeleted()

  const get = createOperation({
    ...read,
    method: "get",
    path: `/${name}/{id}`,
    operationId: `get${one}`,
    summary: `Get a ${a}`,
    request: { params },
    responses: responses(200, "The record", Detail),
    errors: ["request.not_found"],
  })
  api.openapi(get, async (c) => c.json(await getRecord(c.var.ctx, resource, c.req.valid("param").id), 200))

  for (const action of resource.acts ?? []) {
    const acting = createOperation({
      ...write,
      permission: action.permission ?? write.permission,
      method: "post",
      path: `/${name}/acts/${action.name}`,
      operationId: `${action.name}${many}`,
      summary: `${action.label.en} ${resource.many.en.toLowerCase()}`,
      description: `Up to ${maxRecords} records, each by itself: those that refuse are named with the error's code.`,
      request: {
        body: jsonBody(z.strictObject({ ids, reason: multilineDraft(1_000).optional() })),
      },
      responses: responses(200, "What happened", ActionResult),
    })
    api.openapi(acting, async (c) => {
      const { ids, reason } = c.req.valid("json")
      return c.json(await runAction(c.var.ctx, resource, action.name, { ids, reason: reason || null }), 200)
    })
  }

  if (!resource.write || !resource.fields) return
  if (resource.mayCreate) registerCreate()
  if (writable(resource, false).length > 0) registerChanges()
  if (resource.mayDelete) registerDelete()
  if (resource.position) registerMove()

  function registerCreate() {
    const create = createOperation({
      ...write,
      method: "post",
      path: `/${name}`,
      operationId: `create${one}`,
      summary: `Create a ${a}`,
      request: { body: jsonBody(z.strictObject({ values: formSchema(resource, true, { isStrict: true }) })) },
      responses: responses(201, "Its id", z.object({ id: z.string() })),
    })
    api.openapi(create, async (c) =>
      c.json({ id: await createRecord(c.var.ctx, resource, c.req.valid("json").values) }, 201),
    )
  }

  function registerChanges() {
    const save = createOperation({
      ...write,
      method: "put",
      path: `/${name}/{id}`,
      operationId: `save${one}`,
      summary: `Save a ${a}`,
      description: "All fields. 409 `conflict.changed` if someone else saved it since you read it.",
      request: {
        params,
        body: jsonBody(z.strictObject({ version, values: formSchema(resource, false, { isStrict: true }) })),
      },
      responses: responses(200, "Its new version", z.object({ version: z.number().int() })),
      errors: ["request.not_found", "conflict.changed"],
    })
    api.openapi(save, async (c) => {
      const { version, values } = c.req.valid("json")
      const saved = await saveRecord(c.var.ctx, resource, { id: c.req.valid("param").id, version }, values)
      return c.json({ version: saved }, 200)
    })

    const revisions = createOperation({
      ...read,
      method: "get",
      path: `/${name}/{id}/revisions`,
      operationId: `list${one}Revisions`,
      summary: `List the versions of a ${a}`,
      description: "The latest 50, newest first.",
      request: { params },
      responses: responses(200, "The versions", wholeListOf(RecordRevision)),
    })
    api.openapi(revisions, async (c) =>
      c.json({ data: await listRevisions(c.var.ctx, resource, c.req.valid("param").id), next_cursor: null }, 200),
    )

    const restore = createOperation({
      ...write,
      method: "post",
      path: `/${name}/{id}/restore`,
      operationId: `restore${one}`,
      summary: `Restore a version of a ${a}`,
      request: { params, body: jsonBody(z.strictObject({ revision: id, version })) },
      responses: { 204: { description: "The version is the newest" } },
      errors: ["request.not_found", "conflict.changed"],
    })
    api.openapi(restore, async (c) => {
      const { revision, version } = c.req.valid("json")
      await restoreRevision(c.var.ctx, resource, { id: c.req.valid("param").id, version }, revision)
      return c.body(null, 204)
    })
  }

  function registerDeleted() {
    const deleted = createOperation({
      ...read,
      method: "get",
      path: `/${name}/deleted`,
      operationId: `listDeleted${many}`,
      summary: `List deleted ${all}`,
      description: "50 records on a page, the last deleted first, as they were.",
      request: { query: z.object({ cursor: z.string().max(400).optional() }) },
      responses: responses(200, "A page", DeletedPage),
      errors: ["cursor.invalid"],
    })
    api.openapi(deleted, async (c) =>
      c.json(await listDeleted(c.var.ctx, resource, c.req.valid("query").cursor ?? null), 200),
    )

    const restore = createOperation({
      ...write,
      method: "post",
      path: `/${name}/deleted/restore`,
      operationId: `restoreDeleted${many}`,
      summary: `Restore deleted ${all}`,
      description: `Up to ${maxRecords} records, with their ids, texts and places. Those that refuse are named with the error's code: \`resources.slug_taken\`, \`resources.parent_missing\`.`,
      request: { body: jsonBody(z.strictObject({ ids })) },
      responses: responses(200, "What happened", ActionResult),
    })
    api.openapi(restore, async (c) => c.json(await restoreRecords(c.var.ctx, resource, c.req.valid("json").ids), 200))

    const remove = createOperation({
      ...write,
      method: "post",
      path: `/${name}/acts/remove`,
      operationId: `remove${many}`,
      summary: `Delete ${all}`,
      description: `Up to ${maxRecords} records, each by itself: those that others refer to are named with \`resources.in_use\`.`,
      request: { body: jsonBody(z.strictObject({ ids })) },
      responses: responses(200, "What happened", ActionResult),
    })
    api.openapi(remove, async (c) => c.json(await removeRecords(c.var.ctx, resource, c.req.valid("json").ids), 200))
  }

  function registerDelete() {
    const remove = createOperation({
      ...write,
      method: "delete",
      path: `/${name}/{id}`,
      operationId: `delete${one}`,
      summary: `Delete a ${a}`,
      description: "It can be restored. 409 `resources.in_use` while others refer to it.",
      request: { params, query: z.object({ version: z.coerce.number().int() }) },
      responses: { 204: { description: "It is deleted" } },
      errors: ["request.not_found", "conflict.changed", "resources.in_use"],
    })
    api.openapi(remove, async (c) => {
      await removeRecord(c.var.ctx, resource, c.req.valid("param").id, c.req.valid("query").version)
      return c.body(null, 204)
    })
  }

  function registerMove() {
    const move = createOperation({
      ...write,
      method: "post",
      path: `/${name}/{id}/move`,
      operationId: `move${one}`,
      summary: `Move a ${a} in the order`,
      description: "To the place before or after another record.",
      request: { params, body: jsonBody(z.strictObject({ target: id, side: z.enum(["before", "after"]) })) },
      responses: { 204: { description: "It has its new place" } },
      errors: ["request.not_found"],
    })
    api.openapi(move, async (c) => {
      const { target, side } = c.req.valid("json")
      await moveRecord(c.var.ctx, resource, c.req.valid("param").id, { id: target, isAfter: side === "after" })
      return c.body(null, 204)
    })
  }
}
