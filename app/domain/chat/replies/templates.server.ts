import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { maxTemplates } from "./limits"
import * as queries from "./queries.server"
import type { MessageTemplate, TemplateForm } from "./schema"

/** Returns the actor's templates, in their order. Throws `request.not_found` for members without a profile. */
export async function listTemplates(ctx: Ctx): Promise<MessageTemplate[]> {
  return queries.selectTemplates(ctx.db, requireOwner(ctx).userId)
}

/** Adds a template at the end. Throws `request.not_found` for members without a profile, and `templates.full`. */
export async function createTemplate(ctx: Ctx, form: TemplateForm): Promise<MessageTemplate> {
  const userId = await countChange(ctx)
  const now = ctx.now()
  const template = { id: newId(now), ...form }
  const isAdded = await queries.insertTemplate(ctx.db, { ...template, userId, max: maxTemplates }, now)
  if (!isAdded) throw new AppError("templates.full")
  return template
}

/** Replaces a template's title and text. Throws `request.not_found`. */
export async function updateTemplate(ctx: Ctx, id: string, form: TemplateForm): Promise<MessageTemplate> {
  const userId = await countChange(ctx)
  const isTheirs = await queries.updateTemplate(ctx.db, { id, userId, ...form }, ctx.now())
  if (!isTheirs) throw new AppError("request.not_found")
  return { id, ...form }
}

/** Deletes a template. Throws `request.not_found`. */
export async function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  const isTheirs = await queries.deleteTemplate(ctx.db, await countChange(ctx), id)
  if (!isTheirs) throw new AppError("request.not_found")
}

/** Sets the order. Throws `conflict.changed` unless `ids` are all of the actor's templates, each once. */
export async function orderTemplates(ctx: Ctx, ids: string[]): Promise<MessageTemplate[]> {
  const userId = await countChange(ctx)
  const isComplete = await queries.updateTemplateOrder(ctx.db, userId, ids)
  if (!isComplete) throw new AppError("conflict.changed")
  return queries.selectTemplates(ctx.db, userId)
}

/** Moves a template one place up or down; at the end of the list it stays. Throws `request.not_found`. */
export async function moveTemplate(ctx: Ctx, id: string, by: -1 | 1): Promise<void> {
  const ids = (await listTemplates(ctx)).map((template) => template.id)
  const from = ids.indexOf(id)
  if (from < 0) throw new AppError("request.not_found")
  const to = Math.min(ids.length - 1, Math.max(0, from + by))
  await orderTemplates(ctx, ids.toSpliced(from, 1).toSpliced(to, 0, id))
}

/** Counts a change of the actor, the owner of a profile, and returns their id. Throws `rate.limited`. */
export async function countChange(ctx: Ctx): Promise<string> {
  const { userId: ownerId } = requireOwner(ctx)
  await ctx.limit("answering.change", ownerId)
  return ownerId
}
