import { read } from "~/db/client.server"
import { formatDate, formatTime } from "~/i18n/format"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireSession, requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { ruleOf } from "../core/countries/policy"
import { requireWithin } from "../core/shared/rate-limit.server"
import { accepted, awayOf, countWrite, getConversation } from "./conversations.server"
import { readerOf } from "./hiding/reader.server"
import { hasLink } from "./links"
import { linkHold, pairOf, type RequestRules, requestDenial } from "./policy"
import * as queries from "./queries.server"
import type { AwayNote, ContactRules, Conversation, Message, NewConversation, NewMessage, ReplySpeed } from "./schema"

/**
 * Sends a message to a profile's owner: the first one is a request, which the owner accepts, declines or leaves. Throws
 * `request.not_found`, `chat.own_profile`, `country.no_contact`, `chat.limited`, the owner's contact rules' refusals, `chat.budget_spent`,
 * `chat.too_many_new`, `chat.links_held`, and what `postMessage` throws if the two have a conversation already.
 */
export async function startConversation(
  ctx: Ctx,
  { profile: slug, ...message }: NewConversation,
): Promise<{ conversation: Conversation; message: Message; isNew: boolean }> {
  const user = requireUser(ctx)
  const reader = { ...(await readerOf(ctx)), userId: user.id }
  const [[owner], [limit]] = await read(
    ctx.db,
    queries.selectOwner(slug, reader),
    queries.selectLimit(user.id, ctx.now()),
  )
  if (!owner) throw new AppError("request.not_found")
  if (owner.owner_id === user.id) throw new AppError("chat.own_profile")
  const [[known]] = await read(ctx.db, queries.selectByPair(pairOf(user.id, owner.owner_id)))
  const id = known?.is_begun ? known.id : await openConversation(ctx, { owner, limit }, message.body)
  const posted = await postMessage(ctx, id, { ...message, reply_to: null })
  await ctx.rooms(id).settle()
  return { conversation: await getConversation(ctx, id), ...posted }
}

/**
 * Returns the recipient of a first message and why they may refuse it, or the existing conversation. Throws
 * `request.not_found` and `chat.own_profile`.
 */
export async function findRecipient(ctx: Ctx, slug: string): Promise<Recipient> {
  const user = requireUser(ctx)
  const reader = { ...(await readerOf(ctx)), userId: user.id }
  const [[owner], [limit]] = await read(
    ctx.db,
    queries.selectOwner(slug, reader),
    queries.selectLimit(user.id, ctx.now()),
  )
  if (!owner) throw new AppError("request.not_found")
  if (owner.owner_id === user.id) throw new AppError("chat.own_profile")
  const [[known]] = await read(ctx.db, queries.selectByPair(pairOf(user.id, owner.owner_id)))
  const profile = { id: owner.profile_id, name: owner.name, is_favorite: owner.is_favorite === 1 }
  const conversationId = known?.is_begun ? known.id : null
  return {
    profile,
    conversationId,
    refusal: refusalOf(ctx, { owner, limit }),
    away: awayOf(owner, ctx.now()),
    replySpeed: owner.reply_speed,
  }
}

export interface Recipient {
  profile: { id: string; name: string; is_favorite: boolean }
  conversationId: string | null
  /** The error with which a first message would be refused. */
  refusal: AppError | null
  away: AwayNote | null
  replySpeed: ReplySpeed | null
}

interface FirstMessage {
  owner: queries.OwnerRow
  limit: { until: number | null } | undefined
}

/** Returns why the actor may send no first message to an owner, or null. */
function refusalOf(ctx: Ctx, { owner, limit }: FirstMessage): AppError | null {
  if (ruleOf(ctx, "contact") === "block") return new AppError("country.no_contact")
  if (limit?.until) return limitError(ctx, limit.until)
  const denial = requestDenial({ user: requireUser(ctx), isVerified: owner.writer_verified === 1 }, toRules(owner))
  return denial && new AppError(`chat.${denial}`)
}

/** Returns the error that refuses a member whom staff have limited a first message; `until` is epoch ms. */
function limitError({ locale }: Pick<Ctx, "locale">, until: number): AppError {
  const date = `${formatDate(until, locale, "date")}, ${formatTime(until, locale)}`
  return new AppError("chat.limited", { values: { date } })
}

async function openConversation(ctx: Ctx, { owner, limit }: FirstMessage, body: string): Promise<string> {
  const user = requireUser(ctx)
  const refusal = refusalOf(ctx, { owner, limit })
  if (refusal) throw refusal
  const now = ctx.now()
  rejectLinksFromNewAccounts(body, owner.writer_since, now)
  await requireWithin(ctx, "chat.start", user.id, "chat.too_many_new")
  const members = { asker: user.id, owner: owner.owner_id }
  const { id, limitedUntil } = await queries.insertConversation(ctx.db, { id: newId(now), ...members }, now)
  if (limitedUntil !== null) throw limitError(ctx, limitedUntil)
  const { daily_budget: budget } = owner
  const takes = budget === null || (await ctx.live(owner.owner_id).takeRequest(id, budget, now))
  if (!takes) {
    await queries.deleteEmpty(ctx.db, id)
    throw new AppError("chat.budget_spent")
  }
  await ctx.rooms(id).open({ id, ...members }, now)
  return id
}

/**
 * Sends a message, stored before this returns and once per `client_id`. Throws the reason why the actor may not write
 * here, and `chat.reply_unknown` for a reply to a message that they do not see.
 */
export async function postMessage(
  ctx: Ctx,
  id: string,
  { client_id: clientId, body, reply_to: replyTo }: NewMessage,
): Promise<{ message: Message; isNew: boolean }> {
  const { user, session } = requireSession(ctx)
  rejectLinksFromNewAccounts(body, session.accountCreatedAt, ctx.now())
  return accepted(await ctx.live(user.id).post(id, { clientId, body, replyTo }, ctx.now()))
}

/** Edits one of the actor's messages, within five minutes. Throws `chat.too_late`. */
export async function editMessage(ctx: Ctx, id: string, seq: number, body: string): Promise<Message> {
  const { session } = requireSession(ctx)
  const userId = await countWrite(ctx)
  await ctx.limit("chat.edit", userId)
  rejectLinksFromNewAccounts(body, session.accountCreatedAt, ctx.now())
  const { message } = accepted(await ctx.rooms(id).edit(userId, seq, body, ctx.now()))
  return message
}

/** Deletes any message for the actor, or one of their own for both. Throws `request.not_found`. */
export async function deleteMessage(ctx: Ctx, id: string, seq: number, whose: "me" | "both"): Promise<void> {
  const userId = await countWrite(ctx)
  accepted(await ctx.rooms(id).remove(userId, seq, whose, ctx.now()))
}

/** Throws `chat.links_held` for a link from a new account: spammers start with one (trust-safety R19). */
export function rejectLinksFromNewAccounts(body: string, createdAt: number, now: number): void {
  if (now - createdAt < linkHold && hasLink(body)) throw new AppError("chat.links_held")
}

function toRules(
  row: Pick<queries.OwnerRow, "verified_only" | "premium_only" | "languages" | "daily_budget">,
): RequestRules {
  return {
    verified_only: row.verified_only === 1,
    premium_only: row.premium_only === 1,
    languages: (row.languages ?? "").split(",").filter((code) => code !== "") as ContactRules["languages"],
    daily_budget: row.daily_budget,
  }
}
