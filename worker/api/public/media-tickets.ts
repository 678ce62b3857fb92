import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { renewPass } from "~/domain/media/signed-url.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"

const security: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }]

const ticket = createRoute({
  method: "post",
  path: "/{id}/ticket",
  tags: ["media"],
  summary: "Another pass for a private medium",
  description: "Before the last one runs out. Like that, it opens the medium for five minutes, to this session alone.",
  security,
  request: { params: z.object({ id: z.string().max(40) }) },
  responses: {
    ...responses(
      200,
      "The pass",
      z.object({
        query: z.string().meta({ description: "Follows the medium's address: `/media/{id}/video.mp4{query}`" }),
        expires_at: z.number().int().meta({ description: "Epoch milliseconds" }),
      }),
    ),
    ...errorResponses(401, 403, 404),
  },
})

export const media = createApi().openapi(ticket, async (c) =>
  c.json(await renewPass(c.var.ctx, c.req.valid("param").id), 200),
)
