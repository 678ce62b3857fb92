import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { layFoundation } from "../foundation.ts"
import { problemsOf } from "../lib/settings.ts"
import { build, finish, root, run, wranglerCli } from "../lib/setup.mjs"
import {
  type Deployment,
  deployedConfig,
  hostsOf,
  queuesOf,
  readDeployment,
  readWranglerConfig,
  writeDeployedConfig,
} from "./deployment.ts"
import { startRehearsal } from "./rehearsal.ts"
import { smokeTest } from "./smoke.ts"

const help = `npm run deploy [-- flags]: checks the settings, applies the migrations, deploys, and checks the result from outside

  --rehearse  deploys to this machine instead: production settings, an empty database, the same checks; leaves nothing behind

ACCESS_KEY=… in the environment lets the checks pass the access gate.`

/** Each secret that the Worker knows, with a value that has its form. */
const secrets: Record<string, string> = {
  ACCESS_KEY: "x".repeat(32),
  SECRETS_KEY: "A".repeat(43),
  REALTIME_SECRET: "x".repeat(64),
  VAPID_PRIVATE_KEY: "A".repeat(43),
  CAPTCHA_SECRET: "x".repeat(32),
  MAIL_HTTP_TOKEN: "x".repeat(32),
  // Of live mode: production refuses a test key, and asks for PAYMENT_APPROVAL with a live one.
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
}

const say = (line: string) => console.log(line)

const { values } = parseArgs({
  options: { rehearse: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
})
if (values.help) say(help)
else
  await (values.rehearse ? rehearse() : deploy()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })

async function rehearse(): Promise<void> {
  await build()
  const folder = mkdtempSync(join(tmpdir(), "salon-rehearsal-"))
  try {
    say("Rehearsing on this machine …")
    const rehearsal = await startRehearsal({ persistTo: folder })
    try {
      if (!(await smokeTest(rehearsal, say))) process.exitCode = 1
    } finally {
      await rehearsal.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function deploy(): Promise<void> {
  const deployment = readDeployment()
  const config = ["--config", writeDeployedConfig(deployment)]
  const wrangler = (...args: string[]) => run(process.execPath, [wranglerCli, ...args, ...config])
  const present = await checkSettings(deployment)
  await checkStores(deployment)
  await build()
  say("Applying migrations …")
  await run(process.execPath, [wranglerCli, "d1", "migrations", "apply", "salon", "--remote", ...config], {
    quiet: true,
  })
  const { edition, siteName } = deployment
  const { written, blank } = await layFoundation({ remote: true }, { edition, siteName, now: Date.now() })
  if (written > 0) say(`Wrote the foundation: ${written} rows.`)
  if (blank.length > 0) say(`Pages with blanks in square brackets to fill in: ${blank.join(", ")}.`)
  say("Deploying …")
  await wrangler("deploy")
  say("Checking the deployment …")
  const isSound = await smokeTest(
    {
      origin: `https://${hostsOf(deployment.vars)[0]}`,
      realtimeKey: String(deployment.vars.REALTIME_KEY ?? "salon"),
      accessKey: process.env.ACCESS_KEY,
      isGated: present.has("ACCESS_KEY"),
    },
    say,
  )
  say("\nTo go back to the version before: npm run wrangler -- rollback")
  say("The tables may stay as they are: every version runs on those of the next one (docs/migrations.md).")
  if (!isSound) process.exitCode = 1
}

/**
 * Checks the settings as the Worker will, with stand-ins for the secrets that it has. Returns the names of those. Throws
 * a sentence for each wrong setting.
 */
async function checkSettings(deployment: Deployment): Promise<Set<string>> {
  const misplaced = Object.keys(deployment.vars).filter((name) => name in secrets)
  if (misplaced.length > 0)
    throw new Error(
      misplaced
        .map(
          (name) => `${name} is a secret: remove it from deployment.toml, and npm run wrangler -- secret put ${name}`,
        )
        .join("\n"),
    )
  const present = new Set(await listSecrets())
  const stored = Object.fromEntries(Object.entries(secrets).filter(([name]) => present.has(name)))
  const { vars } = deployedConfig(readWranglerConfig(), deployment)
  const problems = await problemsOf({ ...vars, ...stored })
  if (problems.length === 0) return present
  throw new Error(
    `These settings are not valid; README.md explains each. Plain ones stand in deployment.toml, secrets are set by npm run wrangler -- secret put NAME\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
  )
}

async function listSecrets(): Promise<string[]> {
  const { status, output } = await ask("secret", "list")
  // A Worker that was never deployed has none.
  if (status !== 0 && /10007|does not exist/.test(output)) return []
  if (output.includes("CLOUDFLARE_API_TOKEN"))
    throw new Error("Nobody is logged in: npx wrangler login, or a token in CLOUDFLARE_API_TOKEN.")
  if (status !== 0) throw new Error(output)
  return (JSON.parse(output) as { name: string }[]).map(({ name }) => name)
}

/** Throws a sentence for each store that is missing, or is not where the deployment keeps its data. */
async function checkStores({ jurisdiction }: Deployment): Promise<void> {
  const place = jurisdiction === "eu" ? ["--jurisdiction", "eu"] : []
  const stores = [
    { name: "the database", find: ["d1", "info", "salon", "--json"], create: ["d1", "create", "salon", ...place] },
    {
      name: "the bucket",
      find: ["r2", "bucket", "info", "salon-media", ...place],
      create: ["r2", "bucket", "create", "salon-media", ...place],
    },
    ...queuesOf(readWranglerConfig()).map((queue) => ({
      name: `the queue ${queue}`,
      find: ["queues", "info", queue],
      create: ["queues", "create", queue, ...place],
    })),
  ]
  const problems: string[] = []
  for (const { name, find, create } of stores) {
    const { status, output } = await ask(...find)
    if (status !== 0) problems.push(`${name} was not found: npx wrangler ${create.join(" ")}\n${output}`)
  }
  if (problems.length > 0) throw new Error(problems.join("\n"))
}

/** Runs wrangler on the deployment's configuration, for its output. */
async function ask(...args: string[]): Promise<{ status: number | null; output: string }> {
  const command = [wranglerCli, ...args, "--config", join(root, "wrangler.deployed.json")]
  const { status, stdout, output } = await finish(process.execPath, command, { quiet: true })
  return { status, output: status === 0 ? stdout : output }
}
