import { redirect } from "@remix-run/cloudflare"
import type * as z from "zod"
import { type CastingStep, castingSteps } from "~/domain/support/applications/choices"
import { isEditable, isOver, problemsOf, unfinishedSteps } from "~/domain/support/applications/policy"
import type { Application, ApplicationPatch, To } from "~/domain/support/applications/schema"
import {
  findOwnApplication,
  getApplication,
  saveApplication,
  startApplication,
} from "~/domain/support/applications/service.server"
import { translator } from "~/i18n/i18n.server"
import { AppError, isAppError } from "~/lib/errors"
import { submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"

export const pathOf = (step: CastingStep) => `/casting/${step}`

/**
 * Returns the application that a step is about; null before there is one. Redirects a listed member to the
 * introduction, and an application under review to its status; after a closed one, another may begin.
 */
async function findDraft({ ctx, context }: PageArgs): Promise<Application | null> {
  if (ctx.actor.kind !== "visitor" && ctx.actor.user.workshop) throw redirect("/casting")
  const application = await findOwnApplication(ctx, context.cookies.readApplication())
  if (!application || isOver(application.state)) return null
  if (!isEditable(application.state)) throw redirect("/casting/status")
  return application
}

/** Loads the data that every step shows. The steps after the first need a draft. */
export async function loadStep(args: PageArgs, step: CastingStep) {
  const draft = await findDraft(args)
  if (!draft && step !== "you") throw redirect(pathOf("you"))
  const title = translator(args.ctx.locale, "casting")(`steps.${step}.title`)
  return { title, draft, unfinished: draft ? unfinishedSteps(draft) : [...castingSteps] }
}

/** Loads the draft of a later step. */
export async function loadDraft(args: PageArgs, step: CastingStep) {
  const { draft, ...rest } = await loadStep(args, step)
  if (!draft) throw redirect(pathOf("you"))
  return { ...rest, draft }
}

/**
 * Handles a step's form: saves what was typed, then goes where the pressed button leads; on to the next step (or to
 * `send`, on the last one) only when nothing is missing here.
 */
export function submitStep<Values extends { to: To; patch: ApplicationPatch }>(
  args: PageArgs,
  step: CastingStep,
  schema: z.ZodType<Values>,
  send?: (application: Application, values: Values) => Promise<never>,
) {
  return submitForm(args, schema, async (values) => {
    const application = await saveDraft(args, values.patch)
    if (values.to === "later") throw redirect("/casting")
    if (values.to !== "next") throw redirect(pathOf(values.to))
    const fields = problemsOf(application)[step]
    if (Object.keys(fields).length > 0) throw new AppError("validation.failed", { fields })
    if (send) return send(application, values)
    throw redirect(pathOf(castingSteps[castingSteps.indexOf(step) + 1] ?? step))
  })
}

async function saveDraft(args: PageArgs, patch: ApplicationPatch): Promise<Application> {
  const { ctx, context } = args
  const draft = await findDraft(args)
  if (!draft) {
    const { id, secret } = await startApplication(ctx, patch)
    if (secret) context.cookies.writeApplication(secret)
    return getApplication(ctx, secret, id)
  }
  const secret = context.cookies.readApplication()
  if (secret) context.cookies.writeApplication(secret)
  await saveApplication(ctx, secret, draft.id, patch).catch(followSent)
  return getApplication(ctx, secret, draft.id)
}

/** Redirects to the status if the application was sent in another tab meanwhile. */
export function followSent(error: unknown): never {
  if (isAppError(error) && ["casting.sent", "conflict.changed"].includes(error.code)) throw redirect("/casting/status")
  throw error
}
