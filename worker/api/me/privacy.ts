import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { cancelErasure, getErasure, requestErasure } from "~/domain/privacy/erasure.server"
import { getDataRequests, getExport, openExportFile, requestExport } from "~/domain/privacy/export.server"
import { ErasureForm, requestStates } from "~/domain/privacy/schema"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"

const time = z.number().int().meta({ description: "Epoch milliseconds" })

const Export = z
  .object({
    id: z.string(),
    state: z.enum(requestStates),
    progress: z.number().int().meta({ description: "Steps done" }),
    steps: z.number().int().meta({ description: "Steps to do; 0 before it has begun" }),
    size: z.number().int().nullable().meta({ description: "Bytes" }),
    created_at: time,
    expires_at: time.nullable().meta({ description: "Until when the file is there" }),
  })
  .meta({ id: "Export" })

const Erasure = z
  .object({ id: z.string(), state: z.enum(requestStates), run_at: time, created_at: time })
  .meta({ id: "Erasure" })

const params = z.object({ id: z.string().min(1).max(40) })

const listExports = createRoute({
  method: "get",
  path: "/exports",
  tags: ["privacy"],
  summary: "The files with one's data, newest first",
  security: signedIn,
  responses: {
    ...responses(200, "At most ten", z.object({ data: z.array(Export), next_cursor: z.null() })),
    ...errorResponses(401),
  },
})

const askForExport = createRoute({
  method: "post",
  path: "/exports",
  tags: ["privacy"],
  summary: "Ask for a file with one's data",
  description:
    "One at a time, three a day, and only within ten minutes of a proof of who one is. A mail tells when the file is there.",
  security: signedIn,
  responses: { ...responses(202, "It is being prepared", Export), ...errorResponses(401, 403, 409, 429) },
})

const oneExport = createRoute({
  method: "get",
  path: "/exports/{id}",
  tags: ["privacy"],
  summary: "How far a file with one's data is",
  security: signedIn,
  request: { params },
  responses: { ...responses(200, "The file", Export), ...errorResponses(401, 404) },
})

const exportFile = createRoute({
  method: "get",
  path: "/exports/{id}/file",
  tags: ["privacy"],
  summary: "Download a file with one's data",
  security: signedIn,
  request: { params },
  responses: {
    200: {
      description: "A zip file",
      content: { "application/zip": { schema: z.string().meta({ format: "binary" }) } },
    },
    ...errorResponses(401, 404),
  },
})

const askForErasure = createRoute({
  method: "post",
  path: "/erasure",
  tags: ["privacy"],
  summary: "Ask for one's account to be deleted in 30 days",
  description: "Only within ten minutes of a proof of who one is.",
  security: signedIn,
  request: { body: { required: true, content: { "application/json": { schema: ErasureForm } } } },
  responses: { ...responses(202, "The day is set", Erasure), ...errorResponses(400, 401, 403, 409, 413, 415, 422) },
})

const oneErasure = createRoute({
  method: "get",
  path: "/erasure",
  tags: ["privacy"],
  summary: "When one's account is to be deleted",
  security: signedIn,
  responses: { ...responses(200, "The day is set", Erasure), ...errorResponses(401, 404) },
})

const cancel = createRoute({
  method: "delete",
  path: "/erasure",
  tags: ["privacy"],
  summary: "Keep one's account after all",
  security: signedIn,
  responses: { 204: { description: "Kept" }, ...errorResponses(401, 404) },
})

export const privacy = createApi()
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
