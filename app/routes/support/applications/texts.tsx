import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { TextsForm } from "~/domain/support/applications/schema"
import { StepFrame } from "~/features/support/applications/step-frame"
import { TextsStep } from "~/features/support/applications/texts-step"
import type { FormResult } from "~/remix/form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { loadDraft, submitStep } from "./step.server"

export const handle = { i18n: ["casting", "errors"] }

export const loader = withContext((args) => loadDraft(args, "words"))

export const action = withContext((args) => submitStep(args, "words", TextsForm))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function WordsPage() {
  const { draft, unfinished } = useLoaderData<typeof loader>()
  return (
    <StepFrame step="words" unfinished={unfinished}>
      <TextsStep draft={draft} result={useActionData<FormResult>()} />
    </StepFrame>
  )
}
