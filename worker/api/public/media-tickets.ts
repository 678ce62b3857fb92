import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { renewPass } from "~/domain/media/signed-url.server"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"
import { signedIn } from "../openapi/security"

const ticket = createRoute({
  method: "post",
  path: "/{id}/ticket",
  tags: ["media"],
  summary: "Create a signed URL for a private picture or video",
  description:
    "The URL is valid for 5 minutes and only for this session. Request the next one before it expires, for a video that plays longer. 404 `request.not_found` for pictures and videos that are public or that you may not see.",
  security: signedIn,
  request: {
    params: z.object({ id: z.string().max(40).meta({ description: "The id of the picture or video" }) }),
  },
  responses: {
    ...responses(
      200,
      "The signature",
      z.object({
        query: z.string().meta({ description: "Append it to the path, such as `/media/{id}/video.mp4{query}`" }),
        expires_at: epochMs,
      }),
    ),
    ...errorResponses(401, 403, 404),
  },
})

export const media = createApi().openapi(ticket, async (c) =>
  c.json(await renewPass(c.var.ctx, c.req.valid("param").id), 200),
)
