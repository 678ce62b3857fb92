import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { answerQuestion, getQuestion } from "~/domain/safety/cases/questions/answers.server"
import { AnswerForm } from "~/domain/safety/cases/questions/schema"
import { QuestionPage } from "~/features/safety/question-page"
import { translator } from "~/i18n/i18n.server"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["questions", "errors"] }

export const loader = withContext(async ({ ctx, params }) => ({
  question: await getQuestion(ctx, params.key ?? ""),
  title: translator(ctx.locale, "questions")("title"),
}))

export const action = withContext((args) =>
  submitForm(args, AnswerForm, async (form) => {
    const { key = "" } = args.params
    await answerQuestion(args.ctx, key, form)
    throw redirect(`/questions/${key}`)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function QuestionRoute() {
  const { question } = useLoaderData<typeof loader>()
  return <QuestionPage question={question} result={useActionData<typeof action>()} />
}
