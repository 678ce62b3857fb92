import * as z from "zod"
import { renewPass } from "~/domain/media/signed-url.server"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const ticket = createOperation({
  method: "post",
  path: "/{id}/ticket",
  operationId: "createMediaTicket",
  tag: "media",
  summary: "Create a signed URL for a private picture or video",
  description:
    "The URL is valid for 5 minutes and only for this session. Request the next one before it expires, for a video that plays longer. 404 `request.not_found` for pictures and videos that are public or that you may not see.",
  guard: "user",
  request: {
    params: z.object({ id: z.string().max(40).meta({ description: "The id of the picture or video" }) }),
  },
  responses: responses(
    200,
    "The signature",
    z.object({
      query: z.string().meta({ description: "Append it to the path, such as `/media/{id}/video.mp4{query}`" }),
      expires_at: epochMs,
    }),
  ),
  errors: ["request.not_found"],
})

export const media = createApi().openapi(ticket, async (c) =>
  c.json(await renewPass(c.var.ctx, c.req.valid("param").id), 200),
)
