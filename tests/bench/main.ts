import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { buildPeer, buildSalon } from "./build.ts"
import { prepareDatabase, prepareYear } from "./database.ts"
import { benchLists } from "./lists.ts"
import { benchLive } from "./live.ts"
import { type Comparison, type Plan, runRounds } from "./measure.ts"
import { type Budget, brokenBudgets, describeMachine, figuresOf, toMarkdown } from "./report.ts"
import { readCards, startBareRemix, startPlainHono, startSalon } from "./serve.ts"
import { growthOf, maxBytes, weigh, weightTable } from "./weight.ts"
import { yearTables } from "./year/table.ts"

const help = `npm run bench -- [flags]: the bytes of D1 that a profile takes, and a row of each table after a year; the speed of Salon's public
pages, each burst right after one of what it is measured against; then of the back office's lists in Chromium, and of the live chat (npm run
bench:year, bench:lists and bench:live measure those alone)

  --profiles N   how many profiles the large database holds, more than 1000 (100000: made once, in some minutes)
  --short        about four minutes instead of fifteen, once all is built and seeded
  --json FILE    write the figures there, too

Ends with 1 when a budget is broken, with 2 when there was nothing to measure.`

const full: Plan = { requests: 240, burst: 8, concurrencies: [1, 4], warmUp: 30, seconds: 60 }
const short: Plan = { requests: 48, burst: 8, concurrencies: [1, 4], warmUp: 12, seconds: 15 }
/** The size of the small database, with which a larger one is compared. */
const fewProfiles = 1_000

try {
  process.exitCode = await bench()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function bench(): Promise<number> {
  const { values } = parseArgs({
    options: {
      profiles: { type: "string", default: "100000" },
      short: { type: "boolean", default: false },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  })
  if (values.help) {
    console.log(help)
    return 0
  }
  const profiles = Number(values.profiles)
  if (!Number.isInteger(profiles) || profiles <= fewProfiles)
    throw new Error(`--profiles must be a whole number above ${fewProfiles}`)

  console.error("bench: building what has changed …")
  const salonFolder = await buildSalon()
  const { broken, growth, chapters } = await benchPages(salonFolder, profiles, values.short ? short : full)
  console.error("bench: lists of the back office …")
  console.log("\n## Lists of the back office, with 100,000 rows beside 1,000\n")
  const lists = await benchLists(salonFolder, values.short)
  broken.push(...lists.broken)
  console.error("bench: live chat …")
  console.log("\n## Live chat beside one that broadcasts before it stores")
  const live = await benchLive(salonFolder, values.short)
  broken.push(...live.broken)
  if (values.json)
    writeFileSync(values.json, `${JSON.stringify({ profiles, growth, chapters, lists, live }, null, 2)}\n`)
  for (const line of broken) console.log(`over budget: ${line}`)
  return broken.length > 0 ? 1 : 0
}

async function benchPages(salonFolder: string, profiles: number, plan: Plan) {
  const [remixFolder, honoFolder] = await Promise.all([buildPeer("bare-remix"), buildPeer("plain-hono")])
  console.error("bench: seeding what has changed …")
  const [manyState, fewState] = [await prepareDatabase(profiles), await prepareDatabase(fewProfiles)]
  const [heaviest, lightest] = [weigh(manyState, profiles), weigh(fewState, fewProfiles)]
  await using many = await startSalon(salonFolder, manyState)
  await using few = await startSalon(salonFolder, fewState)
  await using remix = await startBareRemix(remixFolder, await readCards(few))
  await using hono = await startPlainHono(honoFolder, many, { pages: many.pages.cached })

  const against = (peer: typeof remix) => (page: Comparison["page"]) => ({
    side: many,
    page,
    peer,
    peerPage: peer.page,
  })
  const chapters: { title: string; comparisons: Comparison[]; budget: Budget }[] = [
    {
      title: "Kept pages beside a plain Hono answer of the same bytes",
      comparisons: hono.pages.map(({ page, ownPage }) => ({ side: many, page: ownPage, peer: hono, peerPage: page })),
      budget: { throughput: 0.8 },
    },
    {
      title: `Pages rendered for each request, with ${profiles.toLocaleString("en-GB")} profiles beside ${fewProfiles.toLocaleString("en-GB")}`,
      comparisons: many.pages.rendered.map((page, index) => ({
        side: many,
        page,
        peer: few,
        peerPage: few.pages.rendered[index] ?? page,
      })),
      budget: { p95: 1.3, d1RoundTrips: 1, rowsRead: 1.2 },
    },
    {
      title: "A member's listing beside a bare Remix page with the same 24 cards",
      comparisons: [
        { side: { ...few, headers: few.memberHeaders }, page: few.listing, peer: remix, peerPage: remix.cards },
      ],
      budget: { bytes: 140_000, cpu: 15, d1RoundTrips: 2 },
    },
    {
      title: "Kept pages beside a bare Remix page with one row of D1",
      comparisons: many.pages.cached.map(against(remix)),
      budget: { p50: 3, d1RoundTrips: 2 },
    },
  ]
  console.log(describeMachine())
  console.log(`\n## The weight of a profile in D1\n\n${weightTable(lightest, heaviest)}`)
  console.log(`\n## What a year leaves in D1\n\n${yearTables(await prepareYear(fewProfiles))}`)
  const growth = growthOf(lightest, heaviest)
  const broken = growth <= maxBytes ? [] : [`a profile takes ${growth.toFixed(0)} bytes of D1 (at most ${maxBytes})`]
  const measured = []
  for (const { title, comparisons, budget } of chapters) {
    console.error(`bench: ${title} …`)
    const figures = figuresOf(await runRounds(comparisons, plan))
    console.log(`\n## ${title}\n\n${toMarkdown(figures)}`)
    broken.push(...brokenBudgets(figures, budget))
    measured.push({ title, budget, figures })
  }
  return { broken, growth, chapters: measured }
}
