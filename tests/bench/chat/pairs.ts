import { setTimeout as pause } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { buildPeer, buildSalon } from "../build.ts"
import { startBroadcastFirst, startSalonChat } from "../chats.ts"
import { type Steady, talk } from "../delivery.ts"
import { describeMachine, percentile } from "../report.ts"

const help = `npm run bench:pairs -- [flags]: conversations of two, beside as many rooms of two that broadcast before they store, in turns: the
time until the other member has a message, and the processor time of the server for each, with all that follows from it within ten seconds

  --rooms N        how many conversations (100)
  --per-second N   messages, from all members together (30)
  --rounds N       of each side (3)
  --checkout PATH  another checkout of Salon, built, beside these two: what its messages cost`

const { values } = parseArgs({
  options: {
    rooms: { type: "string", default: "100" },
    "per-second": { type: "string", default: "30" },
    rounds: { type: "string", default: "3" },
    checkout: { type: "string" },
    help: { type: "boolean", default: false },
  },
})
/** The maximum, as a share of the peer's p99. */
const maxRatio = 1.5
/** The maximum of processor time, as a share of the other checkout's. */
const maxCpu = 0.5
/** Time for the alarms, pushes and jobs that follow a message, ms. */
const settling = 10_000

type Side = Awaited<ReturnType<typeof startSalonChat>>

interface Measured {
  name: string
  side: Side
  times: number[]
  messages: number
  /** Milliseconds of processor time. */
  cpu: number
}

/** Starts another checkout by its own benchmark, over its own migrations. */
async function startCheckout(path: string, members: number): Promise<Side> {
  const own = async (file: string) => import(pathToFileURL(`${path}/tests/bench/${file}`).href)
  const [build, chats] = [await own("build.ts"), await own("chats.ts")]
  return chats.startSalonChat(await build.buildSalon(), members)
}

async function runRound(measured: Measured, steady: Steady): Promise<void> {
  const before = measured.side.cpu()
  const { last } = await talk(measured.side.chat, steady)
  await pause(settling)
  measured.cpu += measured.side.cpu() - before
  measured.times.push(...last)
  measured.messages += (steady.warmUp + steady.seconds) * steady.perSecond
}

function lineOf({ name, times, cpu, messages }: Measured): string {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => percentile(times, part).toFixed(1))
  return `| ${name} | ${times.length} | ${p50} | ${p95} | ${p99} | ${(cpu / messages).toFixed(2)} |`
}

async function bench(): Promise<string[]> {
  const rooms = Number(values.rooms)
  const steady = { perSecond: Number(values["per-second"]), warmUp: 5, seconds: 20 }
  console.error("bench: building what has changed …")
  const folders = { salon: await buildSalon(), peer: await buildPeer("broadcast-first") }
  console.error("bench: opening the conversations …")
  await using peer = await startBroadcastFirst(folders.peer, rooms * 2, rooms)
  await using salon = await startSalonChat(folders.salon, rooms * 2)
  await using before = values.checkout ? await startCheckout(values.checkout, rooms * 2) : null
  const of = (name: string, side: Side): Measured => ({ name, side, times: [], messages: 0, cpu: 0 })
  const [theirs, ours] = [of("(broadcast first)", peer), of("this checkout", salon)]
  const former = before && of("the other checkout", before)
  const sides = [theirs, ours, ...(former ? [former] : [])]
  // Alarms and jobs of opening them are over by then.
  await pause(settling)
  console.log(`${describeMachine()}\n${rooms} conversations, ${steady.perSecond} messages a second\n`)
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await runRound(side, steady)
  console.log("| until the other has it | samples | p50 ms | p95 ms | p99 ms | CPU ms a message |")
  console.log(`| --- | ---: | ---: | ---: | ---: | ---: |\n${sides.map(lineOf).join("\n")}`)
  const ratio = percentile(ours.times, 0.99) / percentile(theirs.times, 0.99)
  console.log(`\np99, times the peer's: ${ratio.toFixed(2)}`)
  const broken = ratio <= maxRatio ? [] : [`pairs: p99, times the peer's: ${ratio.toFixed(2)} (at most ${maxRatio})`]
  if (!former) return broken
  const share = ours.cpu / ours.messages / (former.cpu / former.messages)
  console.log(`CPU of a message, times the other checkout's: ${share.toFixed(2)}`)
  if (!(share <= maxCpu)) broken.push(`pairs: CPU, times the other checkout's: ${share.toFixed(2)} (at most ${maxCpu})`)
  return broken
}

if (values.help) console.log(help)
else {
  const broken = await bench()
  for (const line of broken) console.log(`over budget: ${line}`)
  process.exitCode = broken.length > 0 ? 1 : 0
}
