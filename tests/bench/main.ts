import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { buildPeer, buildSalon } from "./build.ts"
import { prepareDatabase } from "./database.ts"
import { type Plan, runRounds } from "./measure.ts"
import { brokenBudgets, figuresOf, toMarkdown } from "./report.ts"
import { startPeer, startSalon } from "./serve.ts"

const help = `npm run bench -- [flags]: Salon's public pages beside the barest Remix page, both in Miniflare, in turn

  --profiles N   how many profiles the database holds (240)
  --short        about 15 seconds instead of a minute, once built
  --json FILE    write the figures there, too

Ends with 1 when a page breaks a budget, with 2 when there was nothing to measure.`

const full: Plan = { requests: 240, burst: 8, concurrencies: [1, 4], warmUp: 30, seconds: 60 }
const short: Plan = { requests: 48, burst: 8, concurrencies: [1, 4], warmUp: 12, seconds: 15 }

try {
  process.exitCode = await bench()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function bench(): Promise<number> {
  const { values } = parseArgs({
    options: {
      profiles: { type: "string", default: "240" },
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
  if (!Number.isInteger(profiles) || profiles < 1) throw new Error(`--profiles must be a whole number from 1`)

  console.error("bench: building what has changed …")
  const [salonFolder, peerFolder] = await Promise.all([buildSalon(), buildPeer()])
  const state = await prepareDatabase(profiles)
  await using salon = await startSalon(salonFolder, state)
  await using peer = await startPeer(peerFolder)
  console.error("bench: measuring …")
  const results = await runRounds(salon, peer, values.short ? short : full)

  const figures = figuresOf(results)
  console.log(toMarkdown(figures, profiles))
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ profiles, figures }, null, 2)}\n`)
  const broken = brokenBudgets(figures)
  for (const line of broken) console.log(`over budget: ${line}`)
  return broken.length > 0 ? 1 : 0
}
