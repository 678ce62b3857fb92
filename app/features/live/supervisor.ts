import { backoff } from "~/lib/backoff"

/** Where a member's connection stands. Every time is epoch ms. */
export interface Supervision {
  phase: "waiting" | "trying" | "live"
  /** Tries that failed since the connection was last there. */
  failures: number
  /** Waiting: when to try. Trying: when to give this try up. */
  at: number
  /** Whether the server answered the last time it was asked; null: not asked since the connection was lost. */
  isReachable: boolean | null
  /** The server has answered on this try's own socket: no probe is needed, nor believed. */
  hasAnswered: boolean
  /** When to ask whether the server is there; null: not now. */
  probeAt: number | null
  isVisible: boolean
}

export type SupervisionEvent =
  | { kind: "live" }
  /** The socket of this try is open; what it is for is still being asked. */
  | { kind: "answered" }
  /** The connection ended, or a try failed, without the server having said so. */
  | { kind: "lost" }
  /** The server itself refuses: there is no use in asking whether it is there. */
  | { kind: "refused" }
  | { kind: "probed"; isReachable: boolean }
  /** The network is back, or the reader asks for a try. */
  | { kind: "online" }
  | { kind: "visible" }
  | { kind: "hidden" }
  | { kind: "tick" }

/** What the shell is to do: end whatever there is and connect, end it, ask whether the server or the connection is alive. */
export type SupervisionAct = "connect" | "disconnect" | "probe" | "check"

export interface Clock {
  now: number
  random: () => number
}

/** A try that is not through by then is given up: a line of 2.5 s each way needs some 25 s. */
const tryFor = 30_000
/** The server is asked so often whether it is there again, while the page is visible: it is back 3 s after the server at most. */
const probeEvery = 1_500
/** The first time sooner: most losses are no outages. */
const firstProbeAfter = 250
/** Once the server is back, pages do not all come in the same instant. */
const spread = 400

/** The first try has just begun. */
export function startSupervision(isVisible: boolean, now: number): Supervision {
  return { failures: 0, isReachable: null, isVisible, ...begin(now, isVisible) }
}

/** Decides what follows from an event. Pure: time and chance are passed in. */
export function supervise(
  state: Supervision,
  event: SupervisionEvent,
  clock: Clock,
): { state: Supervision; act: SupervisionAct | null } {
  const { now } = clock
  const stay = (change: Partial<Supervision> = {}, act: SupervisionAct | null = null) => ({
    state: { ...state, ...change },
    act,
  })
  switch (event.kind) {
    case "live":
      return stay({ phase: "live", failures: 0, at: Number.POSITIVE_INFINITY, isReachable: null, probeAt: null })
    case "answered":
      return stay({ hasAnswered: true, probeAt: null })
    case "lost":
      return { state: fail(state, clock, false), act: null }
    case "refused":
      return { state: fail(state, clock, true), act: null }
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

/** When the next tick is due. */
export function nextTick({ at, probeAt }: Supervision): number {
  return Math.min(at, probeAt ?? Number.POSITIVE_INFINITY)
}

/** A try may hang without a word: whether the server is there at all is asked beside it. */
const begin = (now: number, isVisible: boolean) => ({
  ...{ phase: "trying" as const, at: now + tryFor, hasAnswered: false },
  probeAt: isVisible ? now + probeEvery : null,
})

function fail(state: Supervision, { now, random }: Clock, isRefusal: boolean): Supervision {
  const failures = state.failures + 1
  // Known to be gone: it is asked on and on. A refusal is an answer.
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
  if (state.phase === "live" || state.hasAnswered) return { state, act: null }
  if (!isReachable) {
    const probeAt = state.isVisible ? now + probeEvery : null
    return { state: { ...state, isReachable, probeAt }, act: null }
  }
  if (state.isReachable !== false) return { state: { ...state, isReachable, probeAt: null }, act: null }
  // It is back: a try that began before has nobody at the other end.
  const at = now + random() * spread
  const act: SupervisionAct | null = state.phase === "trying" ? "disconnect" : null
  return { state: { ...state, phase: "waiting" as const, failures: 0, at, isReachable, probeAt: null }, act }
}

function tick(state: Supervision, clock: Clock): { state: Supervision; act: SupervisionAct | null } {
  const { now } = clock
  if (state.phase === "waiting" && now >= state.at)
    return { state: { ...state, ...begin(now, state.isVisible) }, act: "connect" }
  if (state.phase === "trying" && now >= state.at) return { state: fail(state, clock, false), act: "disconnect" }
  if (state.probeAt !== null && now >= state.probeAt) return { state: { ...state, probeAt: null }, act: "probe" }
  return { state, act: null }
}
