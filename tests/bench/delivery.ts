import { setTimeout as pause } from "node:timers/promises"

/** Connected members, and how one of them sends a message to the others. */
export interface Chat {
  members: number
  /** The number of sockets that receive each message, the sender's not among them. */
  listeners: number
  /** Sends a message; resolves when the server has acknowledged it, at once if it never does. */
  say: (member: number, text: string) => Promise<void>
  /** Calls back with the member whose socket received a message. */
  onReceived: (listen: (member: number, text: string) => void) => void
}

export interface Steady {
  /** Messages, from all members together. */
  perSecond: number
  /** The seconds of conversation before measurements count. */
  warmUp: number
  seconds: number
}

/** Milliseconds from the time at which each message was due. */
export interface Deliveries {
  /** To each receiving socket. */
  each: number[]
  /** To the last of them. */
  last: number[]
  acknowledged: number[]
}

/** The longest wait for the last deliveries, ms. */
const patience = 10_000

/**
 * Lets the members write in turn, at a steady rate whatever the server does: each message is due at a time of its own,
 * and its latency counts from that, so a server that stalls is charged for all that was due meanwhile. Throws when a
 * socket did not receive a message.
 */
export async function talk(chat: Chat, { perSecond, warmUp, seconds }: Steady): Promise<Deliveries> {
  const due: number[] = []
  const received: number[] = []
  const found: Deliveries = { each: [], last: [], acknowledged: [] }
  const counts = (number: number) => number >= warmUp * perSecond
  chat.onReceived((member, text) => {
    const number = Number(/talk-(\d+)-/.exec(text)?.[1])
    if (Number.isNaN(number) || member === number % chat.members) return
    const milliseconds = performance.now() - (due[number] ?? Number.NaN)
    received[number] = (received[number] ?? 0) + 1
    if (!counts(number)) return
    found.each.push(milliseconds)
    if (received[number] === chat.listeners) found.last.push(milliseconds)
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
  if (found.last.length < seconds * perSecond) throw new Error("Not every socket received every message")
  return found
}
