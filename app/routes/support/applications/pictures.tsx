import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { pictureUpload } from "~/domain/support/applications/choices"
import { addPicture, removePicture } from "~/domain/support/applications/pictures.server"
import { PicturesForm } from "~/domain/support/applications/schema"
import { type PicturesIntent, PicturesStep } from "~/features/support/applications/pictures/pictures-step"
import { StepFrame } from "~/features/support/applications/step-frame"
import { translator } from "~/i18n/i18n.server"
import { AppError, isAppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"
import { loadDraft, submitStep } from "./step.server"

export const handle = { i18n: ["casting", "crop", "errors"] }

export const loader = withContext((args) => loadDraft(args, "pictures"))

export const action = withContext(async (args) => {
  // Before the pictures are read: nobody without a draft makes the Worker hold them.
  const { draft } = await loadDraft(args, "pictures")
  return byIntent<PicturesIntent>(
    args,
    {
      add: (args) => addAll(args, draft.id),
      remove: (args) => remove(args, draft.id),
      save: (args) => submitStep(args, "pictures", PicturesForm),
    },
    { intent: "add", field: "pictures", maxBytes: pictureUpload.togetherBytes, problem: "pictures_together" },
  )
})

const FileField = z.object({ pictures: z.instanceof(File, { error: "required" }) })

/**
 * Adds the files of a form that was sent without script: the valid pictures, and the reason of a refusal for the
 * others.
 */
async function addAll(args: PageArgs, draftId: string) {
  const { ctx, context } = args
  const secret = context.cookies.readApplication()
  return submitForm(args, FileField, async (_, form) => {
    const files = form.getAll("pictures").filter((one): one is File => one instanceof File)
    const problems = new Set<FieldProblem>()
    for (const file of files) {
      try {
        await addPicture(ctx, secret, { id: draftId }, new Uint8Array(await file.arrayBuffer()))
      } catch (error) {
        if (!isAppError(error) || !error.fields) throw error
        for (const problem of error.fields.pictures ?? []) problems.add(problem)
      }
    }
    if (problems.size > 0) throw new AppError("validation.failed", { fields: { pictures: [...problems] } })
    return data<FormResult>({ message: translator(ctx.locale, "casting")("pictures.added") })
  })
}

async function remove(args: PageArgs, draftId: string) {
  const { ctx, context } = args
  return submitForm(args, z.object({ picture: z.string().max(40) }), async ({ picture }) => {
    await removePicture(ctx, context.cookies.readApplication(), draftId, picture)
    return data<FormResult>({ message: translator(ctx.locale, "casting")("pictures.removed") })
  })
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

/** Some of several pictures may have been added even where one was refused. */
export const shouldRevalidate = () => true

export default function PicturesPage() {
  const { draft, unfinished } = useLoaderData<typeof loader>()
  return (
    <StepFrame step="pictures" unfinished={unfinished}>
      <PicturesStep draft={draft} result={useActionData<FormResult>()} />
    </StepFrame>
  )
}
