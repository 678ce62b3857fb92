import { backoff } from "~/lib/backoff"

/** The state of a member's connection. Every time is epoch ms. */
export interface Supervision {
  phase: "waiting" | "trying" | "live"
  /** Failed attempts since the last connection. */
  failures: number
  /** Waiting: when to try. Trying: when to give up. */
  at: number
  /** Whether the server responded to the last probe; null: not probed since the connection was lost. */
  isReachable: boolean | null
  /** The server has answered on this try's own socket: no probe is needed, nor believed. */
  hasAnswered: boolean
  /** When to probe the server; null: not now. */
  probeAt: number | null
  isVisible: boolean
}

export type SupervisionEvent =
  | { kind: "live" }
  /** The socket of this try is open; what it is for is still being asked. */
  | { kind: "answered" }
  /** The connection ended, or an attempt failed, without a word from the server. */
  | { kind: "lost" }
  /** The server itself refuses: there is no use in probing it. */
  | { kind: "refused" }
  | { kind: "probed"; isReachable: boolean }
  /** The network is back, or the reader asks for an attempt. */
  | { kind: "online" }
  | { kind: "visible" }
  | { kind: "hidden" }
  | { kind: "tick" }

/** The action to take: reconnect, disconnect, or probe the server or the connection. */
export type SupervisionAction = "connect" | "disconnect" | "probe" | "check"

export interface Clock {
  now: number
  random: () => number
}

/** An attempt that takes longer is given up: a line of 2.5 s each way needs some 25 s. */
const tryFor = 30_000
/** The interval of probes while the page is visible: it is connected 3 s after the server is back, at most. */
const probeEvery = 1_500
/** The first probe is sooner: most losses are no outages. */
const firstProbeAfter = 250
/** Once the server is back, pages do not all reconnect in the same instant. */
const spread = 400

/** The first attempt has just begun. */
export function startSupervision(isVisible: boolean, now: number): Supervision {
  return { failures: 0, isReachable: null, isVisible, ...begin(now, isVisible) }
}

/** Decides what follows from an event. Pure: time and randomness are passed in. */
export function supervise(
  state: Supervision,
  event: SupervisionEvent,
  clock: Clock,
): { state: Supervision; action: SupervisionAction | null } {
  const { now } = clock
  const stay = (change: Partial<Supervision> = {}, action: SupervisionAction | null = null) => ({
    state: { ...state, ...change },
    action,
  })
  switch (event.kind) {
    case "live":
      return stay({ phase: "live", failures: 0, at: Number.POSITIVE_INFINITY, isReachable: null, probeAt: null })
    case "answered":
      return stay({ hasAnswered: true, probeAt: null })
    case "lost":
      return { state: fail(state, clock, false), action: null }
    case "refused":
      return { state: fail(state, clock, true), action: null }
    case "probed":
      return probed(state, event.isReachable, clock)
    case "online":
      return state.phase === "live"
        ? stay({}, "check")
        : stay({ failures: 0, ...begin(now, state.isVisible) }, "connect")
    case "visible":
      if (state.phase === "live") return stay({ isVisible: true }, "check")
      return state.phase === "waiting"
        ? stay({ isVisible: true, ...begin(now, true) }, "connect")
        : stay({ isVisible: true })
    case "hidden":
      return stay({ isVisible: false, probeAt: null })
    case "tick":
      return tick(state, clock)
    default:
      throw new Error(`There is no such event: ${JSON.stringify(event satisfies never)}`)
  }
}

/** Returns when the next tick is due. */
export function nextTick({ at, probeAt }: Supervision): number {
  return Math.min(at, probeAt ?? Number.POSITIVE_INFINITY)
}

/** An attempt may hang silently: the server is probed beside it. */
const begin = (now: number, isVisible: boolean) => ({
  phase: "trying" as const,
  at: now + tryFor,
  hasAnswered: false,
  probeAt: isVisible ? now + probeEvery : null,
})

function fail(state: Supervision, { now, random }: Clock, isRefusal: boolean): Supervision {
  const failures = state.failures + 1
  // Known to be down: it is probed on and on. A refusal is a response.
  const isReachable = isRefusal ? true : state.isReachable === false ? false : null
  const probeAt = isRefusal || !state.isVisible ? null : now + (isReachable === false ? probeEvery : firstProbeAfter)
  return {
    ...state,
    phase: "waiting",
    hasAnswered: false,
    failures,
    at: now + backoff(failures, random),
    isReachable,
    probeAt,
  }
}

function probed(state: Supervision, isReachable: boolean, { now, random }: Clock) {
  if (state.phase === "live" || state.hasAnswered) return { state, action: null }
  if (!isReachable) {
    const probeAt = state.isVisible ? now + probeEvery : null
    return { state: { ...state, isReachable, probeAt }, action: null }
  }
  if (state.isReachable !== false) return { state: { ...state, isReachable, probeAt: null }, action: null }
  // The connection is back: an attempt that began before has no peer.
  const at = now + random() * spread
  const action: SupervisionAction | null = state.phase === "trying" ? "disconnect" : null
  return { state: { ...state, phase: "waiting" as const, failures: 0, at, isReachable, probeAt: null }, action }
}

function tick(state: Supervision, clock: Clock): { state: Supervision; action: SupervisionAction | null } {
  const { now } = clock
  if (state.phase === "waiting" && now >= state.at)
    return { state: { ...state, ...begin(now, state.isVisible) }, action: "connect" }
  if (state.phase === "trying" && now >= state.at) return { state: fail(state, clock, false), action: "disconnect" }
  if (state.probeAt !== null && now >= state.probeAt) return { state: { ...state, probeAt: null }, action: "probe" }
  return { state, action: null }
}
