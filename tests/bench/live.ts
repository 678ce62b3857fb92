import { buildPeer, buildSalon, bundleCounted } from "./build.ts"
import { startBroadcastFirst, startSalonChat } from "./chats.ts"
import { type Deliveries, type Steady, talk } from "./delivery.ts"
import { type Idle, idle } from "./idle-sockets.ts"
import { describeMachine, percentile } from "./report.ts"

/**
 * `npm run bench:live`, and the last part of `npm run bench`: the latency of a message, compared with a chat that
 * broadcasts before it stores, and the cost of idle sockets. The reasons of the comparison:
 * docs/decisions/2026-11-21-measuring-live-chat.md.
 */
interface Plan {
  rounds: number
  talk: Steady
  idleSockets: number
}

const full: Plan = { rounds: 2, talk: { perSecond: 15, warmUp: 8, seconds: 30 }, idleSockets: 10_000 }
const short: Plan = { rounds: 1, talk: { perSecond: 15, warmUp: 8, seconds: 10 }, idleSockets: 400 }
const members = 200
/** The maximum, as a share of the peer's p99 until the last recipient. */
const budget = 0.7

export interface LiveReport {
  times: Times[]
  /** Of the two p99 until all recipients. */
  ratio: number
  idle: Idle
  /** One sentence for each budget exceeded. */
  broken: string[]
}

/** Milliseconds from when a message was due. */
interface Times {
  name: string
  samples: number
  p50: number
  p95: number
  p99: number
}

interface Measured extends Deliveries {
  /** Milliseconds of processor time. */
  cpu: number
}

/** `folder` is the result of `buildSalon`. */
export async function benchLive(folder: string, isShort: boolean): Promise<LiveReport> {
  const plan = isShort ? short : full
  const { salon, peer } = await measureTalk(folder, plan)
  await bundleCounted(folder)
  const times = [
    timesOf("(broadcast first: until all have received it)", peer.last),
    timesOf("(broadcast first: to each socket)", peer.each),
    timesOf("until all have received it", salon.last),
    timesOf("until it is acknowledged, stored", salon.acknowledged),
  ]
  const ratio = percentile(salon.last, 0.99) / percentile(peer.last, 0.99)
  console.log(`\n${tableOf(times)}\n\np99 until all have received it, times the peer's: ${ratio.toFixed(2)}`)
  console.log(`CPU ms a message: ${cpuOf(salon)}, the peer's ${cpuOf(peer)}\n`)
  const found = await idle(folder, plan.idleSockets)
  console.log(sentences(found))
  return { times, ratio, idle: found, broken: [...slowTalk(ratio), ...sleepless(found)] }
}

/** In turns, so that other load on the machine slows both. */
async function measureTalk(folder: string, { rounds, talk: steady }: Plan) {
  await using theirs = await startBroadcastFirst(await buildPeer("broadcast-first"), members)
  await using ours = await startSalonChat(folder, members)
  const none = (): Measured => ({ each: [], last: [], acknowledged: [], cpu: 0 })
  const [salon, peer] = [none(), none()]
  for (let round = 0; round < rounds; round++) {
    for (const { side, all } of [
      { side: theirs, all: peer },
      { side: ours, all: salon },
    ]) {
      const before = side.cpu()
      const found = await talk(side.chat, steady)
      all.cpu += side.cpu() - before
      for (const kind of ["each", "last", "acknowledged"] as const) all[kind].push(...found[kind])
    }
  }
  const share = steady.seconds / (steady.warmUp + steady.seconds)
  for (const all of [salon, peer]) all.cpu *= share
  return { salon, peer }
}

function timesOf(name: string, times: number[]): Times {
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((part) => percentile(times, part))
  return { name, samples: times.length, p50, p95, p99 }
}

const cpuOf = ({ cpu, last }: Measured) => (cpu / last.length).toFixed(1)

function tableOf(times: Times[]): string {
  const lines = times.map(({ name, samples, p50, p95, p99 }) => {
    return [name, String(samples), ...[p50, p95, p99].map((value) => value.toFixed(1))]
  })
  const head = ["", "samples", "p50 ms", "p95 ms", "p99 ms"]
  return [head, ["---", "---:", "---:", "---:", "---:"], ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function sentences(found: Idle): string {
  const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(1)
  return `${found.sockets} idle sockets of ${found.objects} members: ${kilobytes(found.awakeBytes)} KB of the runtime's memory a socket once open,
${kilobytes(found.asleepBytes)} KB asleep. ${found.pongs} pings had a pong, for which ${found.madeForPings} objects woke; then a message
to each of them created ${found.madeForMessages} objects again.`
}

const slowTalk = (ratio: number) =>
  ratio <= budget
    ? []
    : [`chat: p99 until all have received it, times the peer's: ${ratio.toFixed(2)} (at most ${budget})`]

function sleepless({ sockets, objects, pongs, madeForPings, messagesForPings, madeForMessages }: Idle): string[] {
  const broken: string[] = []
  if (pongs !== sockets) broken.push(`chat: ${pongs} of ${sockets} pings were answered`)
  if (madeForPings + messagesForPings > 0) broken.push(`chat: pings woke ${madeForPings} objects`)
  if (madeForMessages !== objects) broken.push(`chat: ${objects - madeForMessages} of ${objects} objects did not sleep`)
  return broken
}

if (import.meta.main) {
  console.error("bench: building what has changed …")
  const folder = await buildSalon()
  console.log(describeMachine())
  const { broken } = await benchLive(folder, process.argv.includes("--short"))
  for (const line of broken) console.log(`over budget: ${line}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
