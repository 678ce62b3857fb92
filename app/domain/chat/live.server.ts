import { AppError } from "~/lib/errors"
import { sessionEnd } from "../accounts/sessions/session.server"
import type { SignedIn } from "../core/actor/actor"
import { requireSession } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { Grant } from "../core/ports/chat"
import type { Place } from "../core/shared/lane"
import { conversationChannel } from "./channel-names"
import { type ChannelName, type RealtimeApp, readChannel, signChannel, signUser } from "./channels"
import { conversationsAtOnce, readConversations } from "./privacy.server"
import * as queries from "./queries.server"

const leavesAtOnce = 50

/** Publishes an event to all of a member's devices, now or when they reconnect. Returns its number in their log. */
export async function publish(
  ctx: Pick<Ctx, "live" | "now">,
  userId: string,
  { type, ...payload }: { type: string } & Record<string, unknown>,
): Promise<number> {
  return ctx.live(userId).publish(type, payload, ctx.now())
}

/**
 * Authorises one of the actor's sockets for a channel. Throws `auth.required`, and `chat.channel_refused` for a channel
 * that is not theirs or one too many.
 */
export async function authorizeChannel(
  ctx: Ctx,
  app: RealtimeApp,
  socketId: string,
  channel: string,
): Promise<{ auth: string }> {
  const actor = requireSession(ctx)
  if (!(await isTheirs(ctx, actor.user.id, readChannel(channel)))) throw new AppError("chat.channel_refused")
  return grantChannel(ctx, { app, socketId, channel })
}

async function isTheirs(ctx: Ctx, userId: string, name: ChannelName | null): Promise<boolean> {
  if (name?.kind === "user") return name.userId === userId
  if (name?.kind === "conversation") return (await queries.findPeer(ctx.db, userId, name.conversationId)) !== null
  return false
}

interface ChannelRequest {
  app: RealtimeApp
  socketId: string
  channel: string
  staff?: Grant["staff"]
}

/**
 * Grants a channel that the actor may join to one of their sockets, and signs it. Throws `auth.required`, and
 * `chat.channel_refused` for one channel too many.
 */
export async function grantChannel(
  ctx: Ctx,
  { app, socketId, channel, staff }: ChannelRequest,
): Promise<{ auth: string }> {
  const actor = requireSession(ctx)
  const grant = { ...grantOf(ctx, actor), channel, staff }
  const isGranted = isSocketId(socketId) && (await ctx.live(actor.user.id).grant(socketId, grant))
  if (!isGranted) throw new AppError("chat.channel_refused")
  return { auth: signChannel(app, socketId, channel) }
}

/** Authorises a socket to sign in as the actor. Throws `chat.channel_refused`, also for visitors. */
export async function authorizeUser(
  ctx: Ctx,
  app: RealtimeApp,
  socketId: string,
): Promise<{ auth: string; user_data: string }> {
  if (ctx.actor.kind === "visitor" || !isSocketId(socketId)) throw new AppError("chat.channel_refused")
  const { user } = ctx.actor
  await ctx.live(user.id).grant(socketId, { ...grantOf(ctx, ctx.actor), channel: null })
  const user_data = JSON.stringify({ id: user.id })
  return { auth: signUser(app, socketId, user_data), user_data }
}

/** Closes a user's sockets, and their conversations to them. */
export async function disconnect(ctx: WithJobs, userId: string): Promise<void> {
  await ctx.live(userId).endSockets({})
  await shareBan(ctx, userId)
}

type WithJobs = Pick<Ctx, "db" | "live" | "rooms" | "enqueueJob">

/**
 * Tells a user's next conversations whether the user is banned, and closes their channels to the sockets of the other
 * members; a job goes on with the others. `limit`: how many at once.
 */
export async function shareBan(
  ctx: WithJobs,
  userId: string,
  place: Place = null,
  limit = conversationsAtOnce,
): Promise<void> {
  const isBanned = (await queries.findBanned(ctx.db, [userId])).length > 0
  const { conversations, next } = await readConversations(ctx, userId, place, limit)
  for (let at = 0; at < conversations.length; at += leavesAtOnce)
    await Promise.all(
      conversations.slice(at, at + leavesAtOnce).map(async ({ id, otherId }) => {
        await ctx.rooms(id).setBanned(userId, isBanned)
        if (otherId) await ctx.live(otherId).leave(conversationChannel(id))
      }),
    )
  if (next !== null) ctx.enqueueJob({ kind: "ban_share", userId, place: next })
}

const grantOf = (ctx: Ctx, actor: SignedIn) => ({ familyId: actor.session.familyId, session: sessionEnd(ctx, actor) })

const isSocketId = (text: string) => /^\d{1,10}\.\d{1,10}$/.test(text)
