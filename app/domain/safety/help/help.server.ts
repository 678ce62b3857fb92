import { hasMore } from "~/db/statements/delete-at-most"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import type { ContentPage } from "../../content/schema"
import { getPage } from "../../content/service.server"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import * as queries from "./queries.server"
import { type HelpForm, helpLinesPage, type StoredAnswer } from "./schema"

/** Retention (ms): one year (trust-safety R22). */
const keptFor = 365 * DAY
/** Answers are padded to a multiple of this (bytes) before encryption: their length does not tell what was answered. */
const storedBytes = 4_096

/** Returns the purpose of a member's encrypted answer: no other member's text, and no note, can stand in its place. */
export const answerPurpose = (userId: string) => `help-answer ${userId}`

/**
 * Stores the actor's answer in confidence. The account shows no trace of it: no mail, no notification, no line in the export, no entry in
 * the audit log, and the same response for each answer. Throws `auth.required` and `rate.limited`.
 */
export async function answerInConfidence(ctx: Ctx, { answer, message }: HelpForm): Promise<void> {
  const { id: userId } = requireUser(ctx)
  await ctx.limit("safety.help", userId)
  const now = ctx.now()
  const stored: StoredAnswer = { answer, message }
  await queries.insertRequest(ctx.db, {
    id: newId(now),
    userId,
    answerSealed: await ctx.secrets.seal(pad(JSON.stringify(stored)), answerPurpose(userId)),
    state: answer === "no" && message === "" ? "noted" : "open",
    createdAt: now,
    updatedAt: now,
  })
}

function pad(text: string): string {
  const beyond = new TextEncoder().encode(text).length % storedBytes
  return text + " ".repeat(storedBytes - beyond)
}

/** Returns the page that names who helps; null if staff have removed it. Throws `auth.required`. */
export async function getHelpLines(ctx: Ctx): Promise<ContentPage | null> {
  requireUser(ctx)
  return getPage(ctx, helpLinesPage)
}

/** Deletes answers past their retention, nightly. Ids are ordered by time. */
export async function sweepHelpRequests(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteRequestsBefore(ctx.db, newId(ctx.now() - keptFor))]))
}
