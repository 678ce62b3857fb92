import { setTimeout as pause } from "node:timers/promises"

/** Members who are connected, and how one of them says something to those who are to hear it. */
export interface Chat {
  members: number
  /** How many sockets are to hear what somebody says, their own not among them. */
  listeners: number
  /** Says it; done when the server has acknowledged it, at once where it does not. */
  say: (member: number, text: string) => Promise<void>
  /** Called with the member whose socket heard something. */
  onHeard: (listen: (member: number, text: string) => void) => void
}

export interface Steady {
  /** Messages, from all members together. */
  perSecond: number
  /** How long the members talk before it counts. */
  warmUp: number
  seconds: number
}

/** Milliseconds from the moment at which each message was due. */
export interface Deliveries {
  /** To each socket that heard it. */
  each: number[]
  /** To the last of them. */
  last: number[]
  acknowledged: number[]
}

/** Long after everything must have come, ms. */
const patience = 10_000

/**
 * Lets the members talk in turn, at a steady rate whatever the server does: each message is due at a moment of its own, and its time counts
 * from that, so a server that stalls is charged for all that was due meanwhile. Throws when a socket did not hear what it should.
 */
export async function talk(chat: Chat, { perSecond, warmUp, seconds }: Steady): Promise<Deliveries> {
  const due: number[] = []
  const heard: number[] = []
  const found: Deliveries = { each: [], last: [], acknowledged: [] }
  const counts = (number: number) => number >= warmUp * perSecond
  chat.onHeard((member, text) => {
    const number = Number(/talk-(\d+)-/.exec(text)?.[1])
    if (Number.isNaN(number) || member === number % chat.members) return
    const milliseconds = performance.now() - (due[number] ?? Number.NaN)
    heard[number] = (heard[number] ?? 0) + 1
    if (!counts(number)) return
    found.each.push(milliseconds)
    if (heard[number] === chat.listeners) found.last.push(milliseconds)
  })
  const total = (warmUp + seconds) * perSecond
  const started = performance.now()
  const saying: Promise<void>[] = []
  for (let number = 0; number < total; number++) {
    const at = started + (number * 1_000) / perSecond
    await pause(Math.max(0, at - performance.now()))
    due[number] = at
    const said = chat.say(number % chat.members, `talk-${number}-${"x".repeat(100)}`).then(() => {
      if (counts(number)) found.acknowledged.push(performance.now() - at)
    })
    saying.push(said)
  }
  await Promise.all(saying)
  const end = performance.now() + patience
  while (found.last.length < seconds * perSecond && performance.now() < end) await pause(20)
  if (found.last.length < seconds * perSecond) throw new Error("Not everyone heard everything")
  return found
}
