import { AppError } from "~/lib/errors"
import { accepted } from "../chat/conversations.server"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { MessageReport } from "./schema"
import { fileReport } from "./service.server"

/** Number of messages copied before and after each chosen one (trust-safety R19). */
const around = 5

/**
 * Reports messages of the actor's conversation and returns the reference: these and five before and after each are
 * copied for review; staff never see anything else of it. Throws `request.not_found` if the actor sees none of them.
 */
export async function reportMessages(ctx: Ctx, id: string, report: MessageReport): Promise<string> {
  const user = requireUser(ctx)
  const messages = accepted(await ctx.rooms(id).copy(user.id, report.messages, around))
  if (!messages.some(({ isChosen }) => isChosen)) throw new AppError("request.not_found")
  const authorId = messages.find((one) => one.isChosen && one.authorId !== user.id)?.authorId ?? null
  const { category, details } = report
  const form = { category, details, about: `/profile/chat/${id}`, email: user.email, good_faith: true } as const
  return fileReport(ctx, form, { conversationId: id, authorId, messages })
}
