import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import type { Faq } from "~/domain/content/schema"
import { listFaqs } from "~/domain/content/service.server"
import { FaqList } from "~/features/content/faq-list"
import { aboutPage } from "~/features/shell/page-head.server"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["content"] }

export const loader = withContext(async ({ ctx, context }) => {
  const faqs = await listFaqs(ctx)
  const title = translator(ctx.locale, "content")("faq.title")
  const shown = faqs.map(({ markdown, ...faq }) => faq)
  return { faqs: shown, title, about: aboutPage(ctx, context.app, { description: title, thing: questionsThing(faqs) }) }
})

/** The page as an item of schema.org. */
function questionsThing(faqs: Faq[]) {
  const mainEntity = faqs.map(({ question, html }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: html },
  }))
  return { "@type": "FAQPage", mainEntity }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function FaqPage() {
  const { t } = useTranslation("content")
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title-large">{t("faq.title")}</h1>
      <FaqList faqs={useLoaderData<typeof loader>().faqs} />
    </div>
  )
}
