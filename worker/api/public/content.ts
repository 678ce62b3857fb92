import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { faqTopics } from "~/domain/content/schema"
import { getPage, listFaqs } from "~/domain/content/service.server"
import { AppError } from "~/lib/errors"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses } from "../openapi/document"

const markdown = z.string().meta({ description: "Markdown, as staff wrote it" })
const html = z.string().meta({ description: "The same as HTML that is safe to show" })

const Page = z
  .object({
    slug: z.string(),
    title: z.string(),
    locale: z.string().meta({ description: "The language it is written in" }),
    markdown,
    html,
    version: z.number().int(),
    published_at: z.number().int(),
    updated_at: z.number().int(),
  })
  .meta({ id: "Page" })

const Faq = z
  .object({ id: z.string(), topic: z.enum(faqTopics), question: z.string(), markdown, html })
  .meta({ id: "Faq" })

const page = createRoute({
  method: "get",
  path: "/pages/{slug}",
  tags: ["content"],
  summary: "A page that staff wrote",
  description:
    "By its slug: `about`, or `legal%2Fprivacy` and the like. In the caller's language, or in the one that there is.",
  request: { params: z.object({ slug: z.string().max(100) }) },
  responses: { ...responses(200, "The page", Page), ...errorResponses(404, 422) },
})

const faqs = createRoute({
  method: "get",
  path: "/faqs",
  tags: ["content"],
  summary: "The questions and answers",
  responses: { ...responses(200, "All of them, in order", z.object({ data: z.array(Faq), next_cursor: z.null() })) },
})

export const content = createApi()
  .openapi(page, async (c) => {
    const found = await getPage(c.var.ctx, c.req.valid("param").slug)
    if (!found) throw new AppError("request.not_found")
    const { headings, ...shown } = found
    return c.json(shown, 200)
  })
  .openapi(faqs, async (c) => c.json({ data: await listFaqs(c.var.ctx), next_cursor: null }, 200))
