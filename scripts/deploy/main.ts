import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { layFoundation } from "../foundation.ts"
import { build, finish, run, wranglerCli } from "../lib/setup.mjs"
import { checkPlainSettings, deploy } from "./deploy.ts"
import { readDeployment, writeDeployedConfig } from "./deployment.ts"
import { findMissing } from "./readiness.ts"
import { startRehearsal } from "./rehearsal.ts"
import { smokeTest } from "./smoke.ts"

const help = `npm run deploy [-- flags]: checks the settings, applies the migrations, deploys, and checks the result from outside

  --check     checks deployment.toml alone: no login, and nothing is changed
  --rehearse  deploys to this machine instead: production settings, an empty database, the same checks; leaves nothing behind

ACCESS_KEY=… in the environment lets the checks pass the access gate.`

const say = (line: string) => console.log(line)

const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    rehearse: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})
await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})

async function main(): Promise<void> {
  if (values.help) return say(help)
  const isSound = await (values.rehearse ? rehearse() : values.check ? check() : deployForReal())
  if (!isSound) process.exitCode = 1
}

async function rehearse(): Promise<boolean> {
  await build()
  const folder = mkdtempSync(join(tmpdir(), "salon-rehearsal-"))
  try {
    say("Rehearsing on this machine …")
    const rehearsal = await startRehearsal({ persistTo: folder })
    try {
      return await smokeTest(rehearsal, say)
    } finally {
      await rehearsal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function check(): Promise<boolean> {
  await checkPlainSettings(readDeployment())
  say("The plain settings are valid. Secrets and stores are checked by npm run deploy, which needs a login.")
  return true
}

async function deployForReal(): Promise<boolean> {
  const deployment = readDeployment()
  const command = (args: string[]) => [wranglerCli, ...args, "--config", writeDeployedConfig(deployment)]
  return deploy(
    { deployment, accessKey: process.env.ACCESS_KEY, now: Date.now() },
    {
      async ask(...args) {
        const { status, stdout, output } = await finish(process.execPath, command(args), { quiet: true })
        return { status, output: status === 0 ? stdout : output }
      },
      run: (...args) => run(process.execPath, command(args), { quiet: args[0] === "d1" }),
      build,
      foundation: layFoundation,
      smoke: (site) => smokeTest(site, say),
      missing: findMissing,
      say,
    },
  )
}
