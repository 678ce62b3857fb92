import { setTimeout as pause } from "node:timers/promises"
import { listen, startMembers } from "./chats.ts"
import { cache } from "./run.ts"
import type { Wire } from "./wire.ts"

export interface Idle {
  sockets: number
  objects: number
  /** Bytes of the runtime's memory for each socket: once all are open, and once all objects hibernate. */
  awakeBytes: number
  asleepBytes: number
  /** Of the pings that every socket sent, how many had a pong, and how many objects were created for that. */
  pongs: number
  madeForPings: number
  messagesForPings: number
  /** Objects that were created again when every socket sent something else: they had been evicted. */
  madeForMessages: number
}

/**
 * The object's alarm runs after ten seconds for a socket without subscriptions, and it hibernates ten seconds later.
 */
const untilAsleep = 40_000
/** Close to a member's limit: each object that is awake holds files open, too. */
const socketsEach = 40
const atOnce = 24
const ping = '{"event":"pusher:ping","data":{}}'
/** Not a frame of the protocol: an awake object alone replies to it, with an error. */
const unknown = '{"event":"unknown","data":{}}'

/** Opens that many sockets, or as many as the system allows, lets them idle, pings them, and then wakes each object. */
export async function idle(folder: string, wanted: number): Promise<Idle> {
  const pairs = Math.floor(Math.min(wanted, maxSockets()) / (2 * socketsEach))
  const sockets = pairs * 2 * socketsEach
  await using server = await startMembers(folder, "counted", pairs * 2, cache)
  const { people, origin, memory } = server
  const counts = async () =>
    (await (await fetch(new URL("/counts", origin))).json()) as { made: number; messages: number }
  let pongs = 0
  let errors = 0
  const onMessage = (text: string) => {
    if (text.startsWith('{"event":"pusher:pong"')) pongs += 1
    if (text.startsWith('{"event":"pusher:error"')) errors += 1
  }
  const before = memory()
  const wires: Wire[] = []
  const turns = people.flatMap((person) => Array.from({ length: socketsEach }, () => person))
  const open = async () => {
    for (let person = turns.pop(); person; person = turns.pop()) wires.push(await listen(origin, person, onMessage))
  }
  await Promise.all(Array.from({ length: atOnce }, open))
  const opened = memory()
  await pause(untilAsleep)
  const asleep = memory()

  const start = await counts()
  for (const wire of wires) wire.send(ping)
  await until(() => pongs >= sockets)
  const pinged = await counts()
  for (const wire of wires) wire.send(unknown)
  await until(() => errors >= sockets)
  const enqueued = await counts()
  for (const wire of wires) wire.close()
  return {
    sockets: wires.length,
    objects: people.length,
    pongs,
    awakeBytes: (opened - before) / sockets,
    asleepBytes: (asleep - before) / sockets,
    madeForPings: pinged.made - start.made,
    messagesForPings: pinged.messages - start.messages,
    madeForMessages: enqueued.made - pinged.made,
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isSo() && performance.now() < end) await pause(50)
}

/** Each takes two of the files that the runtime may open, and every object some while it is awake. */
function maxSockets(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } }
  const files = userLimits?.open_files?.soft
  return typeof files === "number" ? (files - 2_000) / 2 : Number.POSITIVE_INFINITY
}
