import { describe, expect, test } from "vitest"
import {
  nextTick,
  type Supervision,
  type SupervisionAction,
  type SupervisionEvent,
  startSupervision,
  supervise,
} from "~/features/shell/live/supervisor"

interface Weather {
  isUp?: () => boolean
  refuses?: () => boolean
  random?: number
}

/** A supervised connection in a world without delays: its actions, and their times (s). */
function world({ isUp = () => true, refuses = () => false, random = 0 }: Weather = {}) {
  let now = 0
  let state: Supervision = startSupervision(true, now)
  const acts: [number, SupervisionAction][] = []
  const pending: SupervisionEvent[] = []
  const connect = () => pending.push({ kind: !isUp() ? "lost" : refuses() ? "refused" : "live" })
  const onMessage = (event: SupervisionEvent) => {
    const next = supervise(state, event, { now, random: () => random })
    state = next.state
    if (next.action === null) return
    acts.push([now / 1_000, next.action])
    if (next.action === "probe") pending.push({ kind: "probed", isReachable: isUp() })
    if (next.action === "connect") connect()
  }
  const settle = () => {
    for (let event = pending.shift(); event; event = pending.shift()) onMessage(event)
  }
  connect()
  settle()
  return {
    dispatch(event: SupervisionEvent) {
      onMessage(event)
      settle()
    },
    /** Advances the time to `seconds`, with every tick that is due. */
    until(seconds: number) {
      for (let due = nextTick(state); due <= seconds * 1_000; due = nextTick(state)) {
        now = Math.max(now, due)
        onMessage({ kind: "tick" })
        settle()
      }
      now = seconds * 1_000
    },
    actions: (kind: SupervisionAction) => acts.filter(([, action]) => action === kind).map(([at]) => at),
    get phase() {
      return state.phase
    },
  }
}

describe("a supervised connection", () => {
  test("a supervised connection is left alone while it is live", () => {
    const one = world()
    one.until(600)
    expect([one.phase, one.actions("connect"), one.actions("probe")]).toEqual(["live", [], []])
  })

  test("a connection that the server refuses is retried after 1, 2, 5, 15 and then every 60 s", () => {
    const one = world({ refuses: () => true })
    one.until(150)
    expect(one.actions("connect")).toEqual([1, 3, 8, 23, 83, 143])
    expect(one.actions("probe")).toEqual([])
  })

  test("a refused connection waits for half the delay at least, for any random number", () => {
    const one = world({ refuses: () => true, random: 1 })
    one.until(12)
    expect(one.actions("connect")).toEqual([0.5, 1.5, 4, 11.5])
  })

  test.each([2, 8, 20, 50, 600])(
    "a supervised connection is back within 3 s of a server that was down for %i s",
    (outage) => {
      let isUp = true
      for (const random of [0, 0.5, 1]) {
        const one = world({ isUp: () => isUp, random })
        one.until(10)
        isUp = false
        one.dispatch({ kind: "lost" })
        one.until(10 + outage)
        expect(one.phase).not.toBe("live")
        isUp = true
        one.until(10 + outage + 2)
        expect(one.phase).toBe("live")
      }
    },
  )

  test("a supervised connection probes the server every 1.5 s while it is down, and not while the page is hidden", () => {
    const one = world({ isUp: () => false })
    one.until(10)
    expect(one.actions("probe").length).toBeGreaterThan(5)
    const before = one.actions("probe").length
    one.dispatch({ kind: "hidden" })
    one.until(300)
    expect(one.actions("probe").length).toBe(before)
    expect(one.actions("connect").length).toBeLessThan(12)
  })

  test("a supervised connection is retried at once when the network is back, and when the page is visible again", () => {
    for (const kind of ["online", "visible"] as const) {
      let refuses = true
      const one = world({ refuses: () => refuses })
      one.until(30)
      refuses = false
      one.dispatch({ kind })
      expect([one.phase, one.actions("connect").at(-1)]).toEqual(["live", 30])
    }
  })

  test("a connection that seems live is checked when the network is back or the page is visible again", () => {
    const one = world()
    one.until(5)
    one.dispatch({ kind: "online" })
    one.dispatch({ kind: "visible" })
    expect([one.actions("check"), one.actions("connect")]).toEqual([[5, 5], []])
  })

  test("an attempt to connect is given up after 30 s, and repeated", () => {
    const clock = (now: number) => ({ now, random: () => 0 })
    const hung = { ...startSupervision(false, 0) }
    expect(supervise(hung, { kind: "tick" }, clock(29_999)).action).toBeNull()
    const { state, action } = supervise(hung, { kind: "tick" }, clock(30_000))
    expect([state.phase, action, nextTick(state)]).toEqual(["waiting", "disconnect", 31_000])
  })

  test("an attempt that began while the server was down is repeated when the server is back", () => {
    const clock = { now: 9_000, random: () => 0 }
    const hung = startSupervision(true, 5_000)
    const asked = supervise(hung, { kind: "tick" }, clock)
    expect(asked.action).toBe("probe")
    const gone = supervise(asked.state, { kind: "probed", isReachable: false }, clock)
    const { state, action } = supervise(gone.state, { kind: "probed", isReachable: true }, clock)
    expect([state.phase, action, nextTick(state)]).toEqual(["waiting", "disconnect", 9_000])
  })

  test("whose socket has opened is not taken down by slow probes, and a later try is probed again", () => {
    const clock = { now: 9_000, random: () => 0 }
    const steps: SupervisionEvent[] = [
      { kind: "probed", isReachable: false },
      { kind: "answered" },
      { kind: "tick" },
      { kind: "probed", isReachable: true },
    ]
    let state = startSupervision(true, 5_000)
    for (const step of steps) {
      const next = supervise(state, step, clock)
      expect(next.action).toBeNull()
      state = next.state
    }
    expect([state.phase, nextTick(state)]).toEqual(["trying", 35_000])
    const lost = supervise(state, { kind: "lost" }, clock).state
    expect(lost.probeAt).not.toBeNull()
    const again = supervise(lost, { kind: "visible" }, clock).state
    expect(supervise(again, { kind: "tick" }, { ...clock, now: 12_000 }).action).toBe("probe")
  })
})
