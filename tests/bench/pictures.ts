import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { dirname } from "node:path"
import { buildPeer, buildSalon } from "./build.ts"
import { preparePictures } from "./database.ts"
import { type Plan, runRounds, waitFor } from "./measure.ts"
import { brokenBudgets, describeMachine, figuresOf, toMarkdown } from "./report.ts"
import { memory } from "./run.ts"
import { pageOf, startPlainHono, startSalon, visitorOf } from "./serve.ts"

/**
 * `npm run bench:pictures`: public pictures that are kept in the data centre's cache, beside a plain Hono Worker that
 * responds with the same bytes from the same cache; and what a new visitor's pictures read once they are kept.
 */
const full: Plan = { requests: 960, burst: 24, concurrencies: [1, 4], warmUp: 60, seconds: 60 }
const short: Plan = { requests: 192, burst: 24, concurrencies: [1, 4], warmUp: 24, seconds: 15 }
const minThroughput = 0.8

type Salon = Awaited<ReturnType<typeof startSalon>>

interface Visit {
  pictures: number
  fromCache: number
  d1RoundTrips: number
}

/** Loads the listing and a profile as a new visitor does, then all pictures that these documents name. */
async function visit(salon: Salon): Promise<Visit> {
  const headers = await visitorOf(salon.origin)
  const found: Visit = { pictures: 0, fromCache: 0, d1RoundTrips: 0 }
  for (const path of await picturesOf(salon)) {
    const response = await fetch(new URL(path, salon.origin), { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}`)
    const line = await waitFor(() => salon.logOf(response.headers.get("X-Request-Id") ?? ""))
    found.pictures += 1
    found.fromCache += line.cache === "hit" ? 1 : 0
    found.d1RoundTrips += line.d1_round_trips
  }
  return found
}

async function picturesOf({ origin, headers, profiles }: Salon): Promise<string[]> {
  const read = async (path = "") => (await fetch(new URL(path, origin), { headers })).text()
  const documents = [await read("/escorts"), await read(profiles[0])]
  const found = documents.flatMap((html) =>
    [...html.matchAll(/<img[^>]* src="(\/media\/[^"]+)"/g)].map(([, src]) => src ?? ""),
  )
  return [...new Set(found)]
}

async function emptyBucket(salon: Salon): Promise<void> {
  const bucket = await salon.bucket()
  for (;;) {
    const { objects } = await bucket.list()
    if (objects.length === 0) return
    await bucket.delete(objects.map(({ key }) => key))
  }
}

/** Visits until all pictures are kept, which happens after their responses; empties the bucket, and visits once more. */
async function visitKept(salon: Salon) {
  const first = await visit(salon)
  for (let turn = 0; turn < 20; turn += 1) {
    const { pictures, fromCache } = await visit(salon)
    if (pictures === fromCache) break
  }
  await emptyBucket(salon)
  return { first, kept: await visit(salon) }
}

/** Copies the demo: its bucket is emptied, and its cache is cold. */
function copyState(state: string): string {
  mkdirSync(dirname(memory), { recursive: true })
  const copy = mkdtempSync(`${memory}-pictures-`)
  cpSync(state, copy, { recursive: true })
  return copy
}

async function bench(plan: Plan): Promise<string[]> {
  const [folder, peerFolder] = [await buildSalon(), await buildPeer("plain-hono")]
  const state = copyState(await preparePictures())
  try {
    await using salon = await startSalon(folder, state)
    console.log(describeMachine())
    const { first, kept } = await visitKept(salon)
    console.log(`
A visit's ${first.pictures} pictures, first in the data centre: ${first.fromCache} from its cache, ${first.d1RoundTrips} round trips to D1.
A new visitor's ${kept.pictures} once they are kept, the bucket emptied: ${kept.fromCache} from the cache, ${kept.d1RoundTrips} round trips to D1.
`)
    const pictures = await picturesOf(salon)
    await using hono = await startPlainHono(peerFolder, salon, { pictures })
    const page = pageOf("public pictures", pictures)
    const peerPage = pageOf("plain Hono, from the same cache", pictures)
    const figures = figuresOf(await runRounds([{ side: salon, page, peer: hono, peerPage }], plan))
    console.log(toMarkdown(figures))
    const broken = brokenBudgets(figures, { throughput: minThroughput, d1RoundTrips: 0 })
    if (kept.d1RoundTrips > 0) broken.push(`kept pictures: ${kept.d1RoundTrips} round trips to D1 (at most 0)`)
    return broken
  } finally {
    rmSync(state, { recursive: true })
  }
}

console.error("bench: building and seeding what has changed …")
const broken = await bench(process.argv.includes("--short") ? short : full)
for (const line of broken) console.log(`over budget: ${line}`)
process.exitCode = broken.length > 0 ? 1 : 0
