import type { layFoundation } from "../foundation.ts"
import { launchSettingsOf, problemsOf } from "../lib/settings.ts"
import {
  type Deployment,
  deployedConfig,
  hostsOf,
  queuesOf,
  type readDeployment,
  readWranglerConfig,
} from "./deployment.ts"
import type { findMissing } from "./readiness.ts"
import type { Deployed } from "./smoke.ts"

/** Each secret that the Worker knows, with a value that has its form. */
const secrets: Record<string, string> = {
  ACCESS_KEY: "x".repeat(32),
  SECRETS_KEY: "A".repeat(43),
  BACKUP_KEY: "A".repeat(43),
  REALTIME_SECRET: "x".repeat(64),
  VAPID_PRIVATE_KEY: "A".repeat(43),
  CAPTCHA_SECRET: "x".repeat(32),
  MAIL_HTTP_TOKEN: "x".repeat(32),
  MAIL_WEBHOOK_SECRET: `whsec_${"A".repeat(32)}`,
  STREAM_API_TOKEN: "x".repeat(40),
  // Of live mode: production refuses a test key, and asks for PAYMENT_APPROVAL with a live one.
  STRIPE_SECRET_KEY: "sk_live_x",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
}

/** Steps of a deployment that change something outside. */
export interface Steps {
  /** Runs wrangler on the deployment's configuration, for its output. */
  ask: (...args: string[]) => Promise<{ status: number | null; output: string }>
  /** Runs wrangler on the deployment's configuration; throws if it fails. */
  run: (...args: string[]) => Promise<void>
  build: () => Promise<void>
  foundation: typeof layFoundation
  smoke: (site: Deployed) => Promise<boolean>
  missing: typeof findMissing
  say: (line: string) => void
}

interface Options {
  deployment: ReturnType<typeof readDeployment>
  /** Lets the checks pass the access gate. */
  accessKey?: string
  now: number
}

/**
 * Deploys: checks settings and stores, builds, applies the migrations, writes the foundation, deploys the Worker and looks
 * at it from outside. Returns whether it is sound. Throws a sentence for the terminal before anything is changed.
 */
export async function deploy({ deployment, accessKey, now }: Options, steps: Steps): Promise<boolean> {
  const { ask, run, say } = steps
  await checkPlainSettings(deployment)
  const present = await listSecrets(ask)
  await checkSettings(deployment, present)
  await checkStores(deployment, ask)
  await steps.build()
  say("Applying migrations …")
  await run("d1", "migrations", "apply", "salon", "--remote")
  const { edition, siteName } = deployment
  const { written, blank } = await steps.foundation({ remote: true }, { edition, siteName, now })
  if (written > 0) say(`Wrote the foundation: ${written} rows.`)
  if (blank.length > 0) say(`Pages with blanks in square brackets to fill in: ${blank.join(", ")}.`)
  say("Deploying …")
  await run("deploy")
  say("Checking the deployment …")
  const isSound = await steps.smoke({
    origin: `https://${hostsOf(deployment.vars)[0]}`,
    realtimeKey: String(deployment.vars.REALTIME_KEY ?? "salon"),
    accessKey,
    isGated: present.includes("ACCESS_KEY"),
  })
  await sayWhatIsMissing(deployment, { present, now }, steps)
  say("\nTo go back to the version before: npm run wrangler -- rollback")
  say("The tables may stay as they are: every version runs on those of the next one (docs/migrations.md).")
  return isSound
}

/** Prints what keeps the deployment a demonstration (trust-safety R31). It is deployed by now, whatever becomes of this. */
async function sayWhatIsMissing(
  deployment: Deployment,
  { present, now }: { present: string[]; now: number },
  { missing, say }: Pick<Steps, "missing" | "say">,
): Promise<void> {
  try {
    const items = await missing({ remote: true }, await launchSettingsOf(settingsWith(deployment, present)), now)
    if (items.length === 0) return say("\nNothing is missing for the launch: the site is live, unless DEMO is on.")
    say(
      "\nThe site is a demonstration: not indexed, nothing is charged, no profile is published. Missing for the launch,",
    )
    say(`at /dashboard/admin/readiness:\n${items.map((item) => `  ${item}`).join("\n")}`)
  } catch (error) {
    say(`\nWhat is missing for the launch could not be read: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * Checks what deployment.toml says by itself, as if every secret were set: before anybody logs in. Throws a sentence for
 * each wrong setting.
 */
export async function checkPlainSettings(deployment: Deployment): Promise<void> {
  const misplaced = Object.keys(deployment.vars).filter((name) => name in secrets)
  if (misplaced.length > 0)
    throw new Error(
      misplaced
        .map(
          (name) => `${name} is a secret: remove it from deployment.toml, and npm run wrangler -- secret put ${name}`,
        )
        .join("\n"),
    )
  const names = Object.keys(secrets)
  // Which secrets there are decides what may be set beside them: those are checked once they are known.
  const isAboutSecrets = (problem: string) =>
    names.some((name) => problem.includes(name)) || /^(PAYMENT_APPROVAL|INDEXING|STREAM_ACCOUNT_ID)/.test(problem)
  const problems = await problemsWith(deployment, names)
  refuse(problems.filter((problem) => !isAboutSecrets(problem)))
}

/** Checks the settings as the Worker will, with stand-ins for the secrets that it has. */
async function checkSettings(deployment: Deployment, present: string[]): Promise<void> {
  refuse(await problemsWith(deployment, present))
}

async function problemsWith(deployment: Deployment, present: string[]): Promise<string[]> {
  return problemsOf(settingsWith(deployment, present))
}

/** Returns the deployment's settings, with stand-ins for the secrets and the optional binding that it has. */
function settingsWith(deployment: Deployment, present: string[]): Record<string, string | object> {
  const { vars, ai } = deployedConfig(readWranglerConfig(), deployment)
  return {
    ...vars,
    ...(ai && { [ai.binding]: ai }),
    ...Object.fromEntries(present.map((name) => [name, secrets[name] ?? "x"])),
  }
}

function refuse(problems: string[]): void {
  if (problems.length === 0) return
  throw new Error(
    `These settings are not valid; README.md explains each. Plain ones stand in deployment.toml, secrets are set by npm run wrangler -- secret put NAME\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
  )
}

async function listSecrets(ask: Steps["ask"]): Promise<string[]> {
  const { status, output } = await ask("secret", "list")
  // A Worker that was never deployed has none.
  if (status !== 0 && /10007|does not exist/.test(output)) return []
  if (output.includes("CLOUDFLARE_API_TOKEN"))
    throw new Error("Nobody is logged in: npx wrangler login, or a token in CLOUDFLARE_API_TOKEN.")
  if (status !== 0) throw new Error(output)
  return (JSON.parse(output) as { name: string }[]).map(({ name }) => name)
}

/** Throws a sentence for each store that is missing, or is not where the deployment keeps its data. */
async function checkStores({ jurisdiction, backups }: Deployment, ask: Steps["ask"]): Promise<void> {
  const placeOf = (own: string) => (own === "none" ? [] : ["--jurisdiction", own])
  const place = placeOf(jurisdiction)
  const bucket = (name: string, its: string[]) => ({
    name: `the bucket ${name}`,
    find: ["r2", "bucket", "info", name, ...its],
    create: ["r2", "bucket", "create", name, ...its],
  })
  const stores = [
    { name: "the database", find: ["d1", "info", "salon", "--json"], create: ["d1", "create", "salon", ...place] },
    bucket("salon-media", place),
    ...(backups ? [bucket(backups.bucket, placeOf(backups.jurisdiction))] : []),
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
