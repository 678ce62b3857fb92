import * as z from "zod"
import { dataRequestStates } from "~/db/enums"
import { staffRoles } from "~/domain/core/actor/roles"
import { readReasons, recordKinds } from "~/domain/core/audit/personal-reads"
import { listDataAccesses } from "~/domain/privacy/accesses/accesses.server"
import { AccessesQuery } from "~/domain/privacy/accesses/schema"
import { cancelErasure, getErasure, graceDays, requestErasure } from "~/domain/privacy/erasure.server"
import { getDataRequests, getExport, openExportFile, requestExport } from "~/domain/privacy/export.server"
import { ErasureForm } from "~/domain/privacy/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf, wholeListOf } from "../openapi/schemas"

const tag = "privacy"

const Export = z
  .object({
    id: z.string(),
    state: z.enum(dataRequestStates),
    progress: z.number().int().meta({ description: "Completed steps" }),
    steps: z.number().int().meta({ description: "All steps; 0 before the export has started" }),
    size: z.number().int().nullable().meta({ description: "Bytes; null before the file exists" }),
    created_at: epochMs,
    expires_at: epochMs
      .nullable()
      .meta({ description: "Epoch milliseconds when the file is deleted; null before it exists" }),
  })
  .meta({ id: "Export" })

const Erasure = z
  .object({
    id: z.string(),
    state: z.enum(dataRequestStates),
    run_at: epochMs.meta({ description: "Epoch milliseconds when the account is deleted" }),
    created_at: epochMs,
  })
  .meta({ id: "Erasure" })

const Access = z
  .object({
    at: epochMs,
    role: z.enum(staffRoles).nullable().meta({ description: "The reader's role; null: not recorded then" }),
    record: z.enum(recordKinds).meta({ description: "The kind of record. `site`: the site as you see it, read only" }),
    reason: z
      .enum(readReasons)
      .meta({ description: "The class of the reason. `export`: in a list that was downloaded" }),
  })
  .meta({ id: "DataAccess" })

const params = z.object({ id: z.string().min(1).max(40) })

const listAccesses = createOperation({
  method: "get",
  path: "/accesses",
  operationId: "listDataAccesses",
  tag,
  summary: "List who opened your data",
  description:
    "Newest first, for six years: each record of yours that the site's team opened, without names. Lists that show many people at once are not in it. While a serious report is open, entries may be left out until it is decided, for 90 days at most; nothing says whether any are.",
  guard: "user",
  request: { query: AccessesQuery },
  responses: responses(200, "A page of 30", pageOf(Access)),
  errors: ["cursor.invalid"],
})

const listExports = createOperation({
  method: "get",
  path: "/exports",
  operationId: "listExports",
  tag,
  summary: "List your data exports",
  description: "The last ten, newest first.",
  guard: "user",
  responses: responses(200, "The exports", wholeListOf(Export)),
})

const askForExport = createOperation({
  method: "post",
  path: "/exports",
  operationId: "requestExport",
  tag,
  summary: "Request an export of your data",
  description: `Prepares a zip file in the background and sends a mail when it is ready. The file is available for 7 days. 409 \`privacy.export_open\` while another export is being prepared; 429 \`privacy.export_limit\` beyond ${limitText("privacy.export")}.`,
  guard: "settledProof",
  responses: responses(202, "The export is being prepared", Export),
  errors: ["privacy.export_open", "privacy.export_limit"],
})

const oneExport = createOperation({
  method: "get",
  path: "/exports/{id}",
  operationId: "getExport",
  tag,
  summary: "Get the status of a data export",
  guard: "user",
  request: { params },
  responses: responses(200, "The export", Export),
  errors: ["request.not_found"],
})

const exportFile = createOperation({
  method: "get",
  path: "/exports/{id}/file",
  operationId: "downloadExport",
  tag,
  summary: "Download the file of a data export",
  description: "404 `request.not_found` before the file exists and after it has expired.",
  guard: "user",
  request: { params },
  responses: {
    200: {
      description: "A zip file",
      content: { "application/zip": { schema: z.string().meta({ format: "binary" }) } },
    },
  },
  errors: ["request.not_found"],
})

const askForErasure = createOperation({
  method: "post",
  path: "/erasure",
  operationId: "requestErasure",
  tag,
  summary: "Request the deletion of your account",
  description: `Unpublishes your profile at once and deletes the account in ${graceDays} days. 409 \`privacy.erasure_open\` if it is already requested, \`privacy.last_root\` for the last member of staff with all permissions.`,
  guard: "settledProof",
  request: {
    body: jsonBody(describeFields(ErasureForm, { understood: "The user understands the consequences: `true`" })),
  },
  responses: responses(202, "The deletion is scheduled", Erasure),
  errors: ["privacy.erasure_open", "privacy.last_root"],
})

const oneErasure = createOperation({
  method: "get",
  path: "/erasure",
  operationId: "getErasure",
  tag,
  summary: "Get the scheduled deletion of your account",
  description: "404 `request.not_found` if none is scheduled.",
  guard: "user",
  responses: responses(200, "The deletion is scheduled", Erasure),
  errors: ["request.not_found"],
})

const cancel = createOperation({
  method: "delete",
  path: "/erasure",
  operationId: "cancelErasure",
  tag,
  summary: "Cancel the deletion of your account",
  description:
    "Republishes a profile that the request unpublished. 404 `request.not_found` if no deletion is scheduled or it has started.",
  guard: "user",
  responses: { 204: { description: "The deletion is canceled" } },
  errors: ["request.not_found"],
})

export const privacy = createApi()
  .openapi(listAccesses, async (c) =>
    c.json(await listDataAccesses(c.var.ctx, c.req.valid("query").cursor ?? null), 200),
  )
  .openapi(listExports, async (c) => {
    const { exports: data } = await getDataRequests(c.var.ctx)
    return c.json({ data, next_cursor: null }, 200)
  })
  .openapi(askForExport, async (c) => c.json(await requestExport(c.var.ctx), 202))
  .openapi(oneExport, async (c) => c.json(await getExport(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(exportFile, async (c) => {
    const { file, name } = await openExportFile(c.var.ctx, c.req.valid("param").id)
    return c.body(file.body, 200, {
      "Content-Type": "application/zip",
      "Content-Length": String(file.size),
      "Content-Disposition": `attachment; filename="${name}"`,
    })
  })
  .openapi(askForErasure, async (c) => c.json(await requestErasure(c.var.ctx), 202))
  .openapi(oneErasure, async (c) => c.json(await getErasure(c.var.ctx), 200))
  .openapi(cancel, async (c) => {
    await cancelErasure(c.var.ctx)
    return c.body(null, 204)
  })
