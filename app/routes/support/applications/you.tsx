import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { findCatalog } from "~/domain/profiles/catalog/service.server"
import { YouForm } from "~/domain/support/applications/schema"
import { StepFrame } from "~/features/support/applications/step-frame"
import { YouStep } from "~/features/support/applications/you-step"
import type { FormResult } from "~/remix/form"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { loadStep, submitStep } from "./step.server"

export const handle = { i18n: ["casting", "errors"] }

export const loader = withContext(async (args) => {
  const [step, catalog] = await Promise.all([loadStep(args, "you"), findCatalog(args.ctx)])
  return { ...step, ...catalog }
})

export const action = withContext((args) => submitStep(args, "you", YouForm))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function YouPage() {
  const { draft, unfinished, cities, categories } = useLoaderData<typeof loader>()
  return (
    <StepFrame step="you" unfinished={unfinished}>
      <YouStep draft={draft} cities={cities} categories={categories} result={useActionData<FormResult>()} />
    </StepFrame>
  )
}
