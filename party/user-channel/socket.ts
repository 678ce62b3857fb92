import type { SessionEnd } from "~/domain/actor/actor"
import { userChannel } from "~/domain/chat/channel-names"
import { mayEnter, maySignIn, type RealtimeApp, readChannel, signedInChannel } from "~/domain/chat/channels"
import type { Grant } from "~/domain/ports/chat"
import { countTry, type WindowCount } from "../rate-limiter/rate-limit"
import { type Problem, problems } from "./protocol"

/** What is known of a socket; it outlives hibernation, with at most 16 KB. */
export interface SocketState {
  id: string
  /** The sign-in that it belongs to: it ends with it. Null until an authorisation says which. */
  familyId: string | null
  /** When that ends, as far as is known; null until an authorisation says so. */
  session: SessionEnd | null
  /** When it connected, epoch ms. */
  since: number
  /** When it sent its last frame, but for the pings that are answered without waking the object, epoch ms. */
  heardAt: number
  isSignedIn: boolean
  /** What it may subscribe to, and whether it has. */
  channels: Record<string, { isOn: boolean }>
  rate?: WindowCount
  /** Frames too many, in a row. */
  refused: number
}

/** Frames in any minute; of those that are too many, so many get an answer before the socket is closed. */
export const frameRate = { max: 60, window: 60_000, patience: 240 }
/** The same for all sockets of a member together. */
export const memberFrameRate = { max: 240, window: 60_000 }
/** A socket that has subscribed to nothing by then is closed, ms: time for a signature where each way takes seconds. */
export const idleFor = 30_000
/** A member's own sockets, and apart from them those at their address that have not proven whose they are. */
export const maxSockets = 50
export const maxStrangers = 5
const maxChannels = 60

export function newSocket(id: string, familyId: string | null, now: number): SocketState {
  return { id, familyId, session: null, since: now, heardAt: now, isSignedIn: false, channels: {}, refused: 0 }
}

/** Counts a frame. `close`: it was one too many of too many. */
export function countFrame(
  state: SocketState,
  now: number,
): { next: SocketState; verdict: "pass" | "refuse" | "close" } {
  const { next: rate, allowed } = countTry(state.rate, frameRate.max, frameRate.window, now)
  const refused = allowed ? 0 : state.refused + 1
  const verdict = allowed ? "pass" : refused > frameRate.patience ? "close" : "refuse"
  return { next: { ...state, rate, refused, heardAt: now }, verdict }
}

/** Notes an authorisation that the Worker is about to give for this socket; null: it has as many channels as it may. */
export function grant(state: SocketState, { familyId, session, channel }: Grant): SocketState | null {
  const next = { ...state, familyId: state.familyId ?? familyId, session }
  if (channel === null || channel in state.channels) return next
  if (Object.keys(state.channels).length >= maxChannels) return null
  return { ...next, channels: { ...state.channels, [channel]: { isOn: false } } }
}

/**
 * Subscribes a socket of `userId`, or says why not. Private channels need a signature for this very socket, given in a session that is
 * known; presence channels and public ones there are none.
 */
export function subscribe(
  state: SocketState,
  { channel, auth }: { channel: string; auth: string },
  { userId, app }: { userId: string; app: RealtimeApp },
): SocketState | Problem {
  if (state.isSignedIn && channel === signedInChannel(userId)) return open(state, channel)
  const name = readChannel(channel)
  const granted = state.channels[channel]
  if (!name || !granted || state.familyId === null) return problems.unauthorized
  if (name.kind === "user" && channel !== userChannel(userId)) return problems.unauthorized
  if (!mayEnter(app, state.id, channel, auth)) return problems.unauthorized
  return open(state, channel)
}

function open(state: SocketState, channel: string): SocketState {
  return { ...state, channels: { ...state.channels, [channel]: { isOn: true } } }
}

export function unsubscribe(state: SocketState, channel: string): SocketState {
  const { [channel]: _, ...channels } = state.channels
  return { ...state, channels }
}

/** Signs a socket in as the member whose object this is, and nobody else. */
export function signIn(
  state: SocketState,
  { auth, userData }: { auth: string; userData: string },
  { userId, app }: { userId: string; app: RealtimeApp },
): SocketState | Problem {
  if (state.familyId === null || !maySignIn(app, state.id, userData, auth)) return problems.unauthorized
  if (!isUser(userData, userId)) return problems.unauthorized
  return { ...state, isSignedIn: true }
}

function isUser(userData: string, userId: string): boolean {
  try {
    return (JSON.parse(userData) as { id?: unknown }).id === userId
  } catch {
    return false
  }
}

export function isProblem(result: SocketState | Problem): result is Problem {
  return "code" in result
}

export function isOn(state: SocketState | null, channel: string): boolean {
  return state?.channels[channel]?.isOn === true
}

/** No session is known that it belongs to. */
export const isStranger = ({ familyId }: SocketState) => familyId === null

/** A socket, and when it last gave a sign of life (epoch ms), pings included. */
export interface Seat<Socket> {
  socket: Socket
  state: SocketState
  heardAt: number
}

/**
 * Which of the `others` gives way to a newcomer, who is never the one refused; null while there is room. Of strangers, who prove nothing by
 * what they say, the one that connected first; of the member's own, the one longest silent, which is a dead one if any is.
 */
export function giveWay<Socket>(newcomer: SocketState, others: Seat<Socket>[]): Socket | null {
  const isOfStrangers = isStranger(newcomer)
  const rivals = others.filter(({ state }) => isStranger(state) === isOfStrangers)
  if (rivals.length < (isOfStrangers ? maxStrangers : maxSockets)) return null
  const rank = ({ state, heardAt }: Seat<Socket>) => (isOfStrangers ? state.since : heardAt)
  return rivals.reduce((first, one) => (rank(one) < rank(first) ? one : first)).socket
}

const isOnAny = ({ isSignedIn, channels }: SocketState) =>
  isSignedIn || Object.values(channels).some(({ isOn }) => isOn)

/** Whether it has had its time to subscribe to something, and has not. */
export function isIdle(state: SocketState, now: number): boolean {
  return now - state.since >= idleFor && !isOnAny(state)
}

/** Whether its session has ended, as far as is known here. */
export function isExpired(state: SocketState, now: number): boolean {
  return state.session !== null && state.session.at <= now
}

/** When something is to be looked at again for this socket, epoch ms. */
export function nextCheckAt(state: SocketState, now: number): number {
  const { since, session } = state
  const untilIdle = since + idleFor > now && !isOnAny(state) ? since + idleFor : Number.POSITIVE_INFINITY
  return Math.min(untilIdle, session?.at ?? Number.POSITIVE_INFINITY)
}

/** The channel by which a socket hears what is for its member, null: it does not. */
export function deliveryChannel(state: SocketState | null, userId: string): string | null {
  return [userChannel(userId), signedInChannel(userId)].find((channel) => isOn(state, channel)) ?? null
}
