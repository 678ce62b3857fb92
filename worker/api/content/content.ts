import * as z from "zod"
import { faqTopics } from "~/domain/content/schema"
import { getPage, listFaqs } from "~/domain/content/service.server"
import { AppError } from "~/lib/errors"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, wholeListOf } from "../openapi/schemas"

const tag = "content"
const markdown = z.string().meta({ description: "The text as Markdown" })
const html = z.string().meta({ description: "The text as sanitized HTML" })

const locale = z
  .string()
  .meta({ description: "The language of the text; another than the user's if there is no translation" })

const Page = z
  .object({
    slug: z.string(),
    title: z.string(),
    locale,
    markdown,
    html,
    version: z.number().int(),
    published_at: epochMs,
    updated_at: epochMs,
  })
  .meta({ id: "Page" })

const Faq = z
  .object({ id: z.string(), topic: z.enum(faqTopics), locale, question: z.string(), markdown, html })
  .meta({ id: "Faq" })

const page = createOperation({
  method: "get",
  path: "/pages/{slug}",
  operationId: "getPage",
  tag,
  summary: "Get a page",
  request: {
    params: z.object({
      slug: z.string().max(100).meta({ description: "Such as `about`, or, URL-encoded, `legal%2Fprivacy`" }),
    }),
  },
  responses: responses(200, "The page", Page),
  errors: ["request.not_found"],
})

const faqs = createOperation({
  method: "get",
  path: "/faqs",
  operationId: "listFaqs",
  tag,
  summary: "List frequently asked questions",
  description: "All questions in the order of the site, in the user's language.",
  responses: responses(200, "The questions with their answers", wholeListOf(Faq)),
})

export const content = createApi()
  .openapi(page, async (c) => {
    const found = await getPage(c.var.ctx, c.req.valid("param").slug)
    if (!found) throw new AppError("request.not_found")
    const { headings, ...shown } = found
    return c.json(shown, 200)
  })
  .openapi(faqs, async (c) => c.json({ data: await listFaqs(c.var.ctx), next_cursor: null }, 200))
