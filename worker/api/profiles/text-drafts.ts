import * as z from "zod"
import { fieldLimits, profileTextNames } from "~/domain/profiles/content/fields"
import { draftTexts } from "~/domain/profiles/editing/translation/drafts.server"
import { TextsToDraft } from "~/domain/profiles/editing/translation/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"

const draft = createOperation({
  method: "post",
  path: "/profile/translations",
  operationId: "draftOwnTexts",
  tag: "own profile",
  summary: "Create drafts of your texts in another language",
  description: `A machine translates them: read a draft before you save it. Nothing is stored or published; save what you keep with \`PATCH /api/me/profile\`. A text of which no draft could be made is absent; 503 \`translation.unavailable\` if there is none, 404 \`translation.off\` if this site has no translator. Takes up to 20 seconds. Limit: ${limitText("workshop.translate")}.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(TextsToDraft, {
        from: "The language of the texts",
        to: "Another language",
        texts: `By field: at most ${fieldLimits.about.max} characters for \`about\`, ${fieldLimits.headline.max} for \`headline\`, ${fieldLimits.quote.max} for \`quote\``,
      }),
    ),
  },
  responses: responses(
    200,
    "Drafts by field. One may be longer than the field's limit: shorten it before you submit",
    z.object({ texts: z.partialRecord(z.enum(profileTextNames), z.string()) }).meta({ id: "TextDrafts" }),
  ),
  errors: ["request.not_found", "translation.off", "translation.unavailable", "rate.limited"],
})

export const textDrafts = createApi().openapi(draft, async (c) =>
  c.json(await draftTexts(c.var.ctx, c.req.valid("json")), 200),
)
