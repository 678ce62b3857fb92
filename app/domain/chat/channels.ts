import { equalsInConstantTime, hmac } from "~/lib/crypto.server"
import { backOfficeChannel } from "./channel-names"

export type ChannelName =
  | { kind: "user"; userId: string }
  | { kind: "conversation"; conversationId: string }
  | { kind: "back_office" }
  | { kind: "record"; resource: string; id: string }

/** Parses a channel's name; null if it is not one of ours. */
export function readChannel(name: string): ChannelName | null {
  if (name === backOfficeChannel) return { kind: "back_office" }
  const [, resource, record] = /^private-record\.([a-z-]{1,40})\.([\w-]{1,64})$/.exec(name) ?? []
  if (resource && record) return { kind: "record", resource, id: record }
  const [, kind, id = ""] = /^private-(user|conversation)\.([\w-]{1,64})$/.exec(name) ?? []
  if (kind === "user") return { kind, userId: id }
  return kind === "conversation" ? { kind, conversationId: id } : null
}

/** Returns whether a channel is for staff. */
export function isOfBackOffice(name: string): boolean {
  const kind = readChannel(name)?.kind
  return kind === "back_office" || kind === "record"
}

/** Channel of a signed-in socket's user. */
export const signedInChannel = (userId: string) => `#server-to-user-${userId}`

/** A Pusher app: its key is public, its secret signs. */
export interface RealtimeApp {
  key: string
  secret: string
}

const channelText = (socketId: string, channel: string) => `${socketId}:${channel}`
const userText = (socketId: string, userData: string) => `${socketId}::user::${userData}`

/** Signs a socket's subscription to a channel (Pusher Channels protocol 7, "authorizing users"). */
export function signChannel({ key, secret }: RealtimeApp, socketId: string, channel: string): string {
  return `${key}:${hmac(secret, channelText(socketId, channel))}`
}

/** Signs a socket's sign-in as a user. */
export function signUser({ key, secret }: RealtimeApp, socketId: string, userData: string): string {
  return `${key}:${hmac(secret, userText(socketId, userData))}`
}

export function mayEnter(app: RealtimeApp, socketId: string, channel: string, auth: string): boolean {
  return equalsInConstantTime(auth, signChannel(app, socketId, channel))
}

export function maySignIn(app: RealtimeApp, socketId: string, userData: string, auth: string): boolean {
  return equalsInConstantTime(auth, signUser(app, socketId, userData))
}
