import { AppError } from "~/lib/errors"
import { type RealtimeApp, readChannel } from "../chat/channels"
import { grantChannel } from "../chat/live.server"
import { isPermitted, requireSession } from "../core/actor/guards"
import type { Permission } from "../core/actor/roles"
import type { Ctx } from "../core/context"
import { queuesFor } from "./queues.server"
import { recordPath } from "./records"

interface AttendanceRequest {
  app: RealtimeApp
  socketId: string
  channel: string
  permissionOf: (path: string) => Permission | undefined
}

/**
 * Authorises one of the actor's sockets for a channel of the back office: with the permission of the page that it
 * belongs to, which `permissionOf` returns by its path. Throws `auth.required`, `chat.channel_refused` without the permission, and
 * `rate.limited`.
 */
export async function authorizeAttendance(
  ctx: Ctx,
  { app, socketId, channel, permissionOf }: AttendanceRequest,
): Promise<{ auth: string }> {
  const { user, session } = requireSession(ctx)
  const name = readChannel(channel)
  const path = name?.kind === "record" ? recordPath(name) : "/dashboard/admin"
  const permission = permissionOf(path)
  if (!permission || !isPermitted(ctx.actor, permission)) throw new AppError("chat.channel_refused")
  await ctx.limit("realtime.attend", user.id)
  const staff = { name: user.name, queues: queuesFor(ctx.actor), rights: session.rights }
  return grantChannel(ctx, { app, socketId, channel, staff })
}
