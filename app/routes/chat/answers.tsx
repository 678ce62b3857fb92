import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { deleteAwayNote, getAnswering, setAwayNote } from "~/domain/chat/replies/away.server"
import { AwayForm, TemplateActionForm, TemplateChangeForm, TemplateForm } from "~/domain/chat/replies/schema"
import { createTemplate, deleteTemplate, moveTemplate, updateTemplate } from "~/domain/chat/replies/templates.server"
import { type AwayIntent, AwayPanel } from "~/features/chat/replies/away-panel"
import { SpeedPanel } from "~/features/chat/replies/speed-panel"
import { type TemplateIntent, TemplateList } from "~/features/chat/replies/template-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["answering", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  return { ...(await getAnswering(ctx)), title: translator(ctx.locale, "answering")("title") }
})

export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "answering")
  const done = (message?: string) => data<FormResult>({ message })
  return byIntent<AwayIntent | TemplateIntent>(args, {
    away: (args) =>
      submitForm(args, AwayForm, async (form) => {
        await setAwayNote(ctx, form)
        return done(t("away.saved"))
      }),
    back: (args) =>
      submitForm(args, z.object({}), async () => {
        await deleteAwayNote(ctx)
        return done(t("away.ended"))
      }),
    create: (args) =>
      submitForm(args, TemplateForm, async (form) => {
        await createTemplate(ctx, form)
        return done(t("templates.saved"))
      }),
    update: (args) =>
      submitForm(args, TemplateChangeForm, async ({ template, ...form }) => {
        await updateTemplate(ctx, template, form)
        return done(t("templates.saved"))
      }),
    delete: (args) =>
      submitForm(args, TemplateActionForm, async ({ template }) => {
        await deleteTemplate(ctx, template)
        return done(t("templates.deleted"))
      }),
    up: (args) =>
      submitForm(args, TemplateActionForm, async ({ template }) => {
        await moveTemplate(ctx, template, -1)
        return done()
      }),
    down: (args) =>
      submitForm(args, TemplateActionForm, async ({ template }) => {
        await moveTemplate(ctx, template, 1)
        return done()
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function AnswersPage() {
  const { t } = useTranslation("answering")
  const { title, templates, away, days, speed } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <section aria-labelledby="answers">
      <h1 id="answers" className="text-page-title">
        {title}
      </h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <div className="mt-10 space-y-14">
        <AwayPanel away={away} days={days} result={resultOf("away")} ended={resultOf("back")} />
        <TemplateList templates={templates} resultOf={resultOf} />
        <SpeedPanel speed={speed} />
        <section aria-labelledby="rules">
          <h2 id="rules" className="text-subsection">
            {t("rules.title")}
          </h2>
          <p className="measure mt-2 text-ui text-ink2">{t("rules.text")}</p>
          <ButtonLink to="/profile/settings/messages" className="mt-4">
            {t("rules.link")}
          </ButtonLink>
        </section>
      </div>
    </section>
  )
}
