import { parseJson } from "~/db/statements/json"
import { userChannel } from "~/domain/chat/channel-names"
import {
  isOfBackOffice,
  mayEnter,
  maySignIn,
  type RealtimeApp,
  readChannel,
  signedInChannel,
} from "~/domain/chat/channels"
import type { SessionEnd } from "~/domain/core/actor/actor"
import type { Attendance, Grant, StaffSeat } from "~/domain/core/ports/chat"
import { countTry, type WindowCount } from "../rate-limiter/rate-limit"
import { type Problem, problems, SignedInUser } from "./protocol"

/** A socket's attachment: survives hibernation, at most 16 KB. */
export interface SocketState {
  id: string
  /** The sign-in with which the socket ends. Null until an authorization identifies it. */
  familyId: string | null
  /** When the session ends, as last looked up; null until an authorization. */
  session: SessionEnd | null
  /** The socket connected with its session: its member's own channels need no signature. */
  isOwn?: boolean
  /** Time of the connection, epoch ms. */
  since: number
  /** Time of the last frame, epoch ms, except pings that the runtime replies to. */
  heardAt: number
  isSignedIn: boolean
  /** Channels that it may subscribe to, and whether it has. */
  channels: Record<string, { isOn: boolean; isEditing?: boolean }>
  /** Of a member of staff with the back office open. */
  staff?: StaffSeat
  rate?: WindowCount
  /** Consecutive frames over the limit. */
  refused: number
}

/** Frames per minute, and how many over the limit receive an error before the socket is closed. */
export const frameRate = { max: 60, window: 60_000, patience: 240 }
/** Frames per minute of all sockets of a member together. */
export const memberFrameRate = { max: 240, window: 60_000 }
/** A socket without a subscription is closed after this time, ms: long enough for authorization on slow networks. */
export const idleFor = 30_000
/** Who has a record open is shown to others unless silent for this long, ms; their page sends a ping every eight seconds. */
export const presentFor = 20_000
/** Limits on a member's own sockets, and separately on unauthenticated ones at their address. */
export const maxSockets = 50
export const maxStrangers = 5
const maxChannels = 60

/** The session with which a socket connects. */
export type OwnSession = Pick<Grant, "familyId" | "session">

export function newSocket(id: string, own: OwnSession | null, now: number): SocketState {
  return {
    id,
    familyId: own?.familyId ?? null,
    session: own?.session ?? null,
    isOwn: own !== null,
    since: now,
    heardAt: now,
    isSignedIn: false,
    channels: {},
    refused: 0,
  }
}

/** Counts a frame. `refuse`: over the limit; `close`: over it too often. */
export function countFrame(
  state: SocketState,
  now: number,
): { next: SocketState; verdict: "pass" | "refuse" | "close" } {
  const { next: rate, allowed } = countTry(state.rate, { max: frameRate.max, window: frameRate.window, now })
  const refused = allowed ? 0 : state.refused + 1
  const verdict = allowed ? "pass" : refused > frameRate.patience ? "close" : "refuse"
  return { next: { ...state, rate, refused, heardAt: now }, verdict }
}

/** Stores an authorization that the Worker is about to return for this socket; null if it has too many channels. */
export function grant(state: SocketState, { familyId, session, channel, staff }: Grant): SocketState | null {
  const next = { ...state, familyId: state.familyId ?? familyId, session, staff: staff ?? state.staff }
  if (channel === null || channel in state.channels) return next
  if (Object.keys(state.channels).length >= maxChannels) return null
  return { ...next, channels: { ...state.channels, [channel]: { isOn: false } } }
}

/**
 * Subscribes a socket of `userId`, or returns the problem. Private channels require a signature for this socket from a known session, but
 * for the member's own channels if it connected with its session; presence and public channels do not exist.
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
  const isGrantedBySession = auth === "" && state.isOwn === true && !isOfBackOffice(channel)
  if (!isGrantedBySession && !mayEnter(app, state.id, channel, auth)) return problems.unauthorized
  return open(state, channel)
}

function open(state: SocketState, channel: string): SocketState {
  return { ...state, channels: { ...state.channels, [channel]: { isOn: true } } }
}

export function unsubscribe(state: SocketState, channel: string): SocketState {
  const { [channel]: _, ...channels } = state.channels
  return { ...state, channels }
}

/** Notes in a record's channel whether something is typed there that is not saved. */
export function setEditing(state: SocketState, channel: string, isEditing: boolean): SocketState {
  return { ...state, channels: { ...state.channels, [channel]: { isOn: true, isEditing } } }
}

/** Returns the subscribed channels of the back office of some sockets, with what is typed in any of them. */
export function attendanceOf(states: readonly SocketState[]): Map<string, Attendance> {
  const found = new Map<string, Attendance>()
  for (const { channels } of states)
    for (const [channel, { isOn, isEditing = false }] of Object.entries(channels))
      if (isOn && isOfBackOffice(channel))
        found.set(channel, { isEditing: isEditing || found.get(channel)?.isEditing === true })
  return found
}

/** Signs a socket in, only as the member to whom this object belongs. */
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
    return parseJson(SignedInUser, userData).id === userId
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

/** Whether no session is known for the socket. */
export const isStranger = ({ familyId }: SocketState) => familyId === null

/** A socket and the time of its last frame (epoch ms), including pings. */
export interface Seat<Socket> {
  socket: Socket
  state: SocketState
  heardAt: number
}

/**
 * Returns which of the `others` is closed for a newcomer, which is never rejected; null below the limit. Of unauthenticated sockets, whose
 * frames prove nothing, the oldest; of the member's own, the one that has been silent longest, since dead sockets are silent.
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

/** Whether the time to subscribe is over without a subscription. */
export function isIdle(state: SocketState, now: number): boolean {
  return now - state.since >= idleFor && !isOnAny(state)
}

/** Whether its session has ended, by the last lookup. */
export function isExpired(state: SocketState, now: number): boolean {
  return state.session !== null && state.session.at <= now
}

/** How long (ms) a socket may stay whose session has ended by the last lookup and cannot be looked up. */
export const unknownFor = 5 * 60_000

/** Whether its session ended so long ago that it is closed without a lookup. */
export function isLongExpired({ session }: SocketState, now: number): boolean {
  return session !== null && now - session.at >= unknownFor
}

/** Returns when this socket must be checked next, epoch ms. */
export function nextCheckAt(state: SocketState, now: number): number {
  const { since, session } = state
  const untilIdle = since + idleFor > now && !isOnAny(state) ? since + idleFor : Number.POSITIVE_INFINITY
  return Math.min(untilIdle, session?.at ?? Number.POSITIVE_INFINITY)
}

/** Returns the channel on which the socket receives its member's events; null for none. */
export function deliveryChannel(state: SocketState | null, userId: string): string | null {
  return [userChannel(userId), signedInChannel(userId)].find((channel) => isOn(state, channel)) ?? null
}
