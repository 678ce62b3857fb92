import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse, TomlError } from "smol-toml"
import * as z from "zod"
import { isLocationWithin, objectLocations } from "../../worker/object-locations.ts"
import { root } from "../lib/setup.mjs"
import type { Edition } from "../seed/content/pages.ts"

const localId = "00000000-0000-0000-0000-000000000000"

const DeploymentFields = z.strictObject({
  jurisdiction: z.enum(["eu", "none"], { error: 'must be "eu" or "none"' }),
  /** Region near which Durable Objects are created, as `locationHint` names it. */
  location: z.enum(objectLocations, { error: `must be one of ${objectLocations.join(", ")}` }).default("weur"),
  /** Where nightly backups go: a bucket of its own, in the same account. */
  backups: z
    .strictObject({
      bucket: z.string().regex(/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/, "must be a bucket's name"),
      jurisdiction: z.enum(["eu", "none"], { error: 'must be "eu" or "none"' }),
    })
    .optional(),
  database_id: z
    .uuid("must be the id that `d1 create` printed")
    .refine((id) => id !== localId, "is the local database's: put in the id that `d1 create` printed"),
  vars: z
    .record(z.string().regex(/^[A-Z_]+$/), z.json())
    .refine((vars) => Array.isArray(languagesOf(vars)), { path: ["LOCALE_DOMAINS"], message: "must be a list" }),
})

const Deployment = DeploymentFields.refine(
  ({ location, jurisdiction }) => isLocationWithin(location, jurisdiction === "eu" ? "eu" : undefined),
  { path: ["location"], message: 'is not in the jurisdiction "eu": "weur" and "eeur" are' },
)

/** deployment.toml, checked. */
export type Deployment = z.infer<typeof Deployment>

/** How a queue of wrangler.toml is consumed; the time is in seconds. */
export interface QueueConsumer {
  queue: string
  max_batch_size: number
  max_batch_timeout: number
  max_retries: number
  dead_letter_queue?: string
}

/** The settings of a Worker as wrangler reads them: wrangler.toml, parsed. */
export type WranglerConfig = Record<string, unknown> & {
  vars: Record<string, string>
  d1_databases: object[]
  r2_buckets: object[]
  /** Workers AI, for the translator. */
  ai?: { binding: "AI" }
  queues: { consumers: QueueConsumer[]; producers: { binding: string; queue: string }[] }
}

/**
 * Reads deployment.toml. Throws a sentence for the terminal if it is missing or wrong: each setting by name, and how it
 * is wrong.
 */
export function readDeployment(
  file = join(root, "deployment.toml"),
): Deployment & { edition: Edition; siteName: string } {
  if (!existsSync(file))
    throw new Error("There is no deployment.toml. Copy deployment.example.toml and follow docs/deploy.md.")
  const { data, error } = Deployment.safeParse(parseToml(readFileSync(file, "utf8"), file))
  if (!data) {
    const problems = error.issues.map(({ path, message }) => `  ${path.join(".") || "deployment.toml"}: ${message}`)
    throw new Error(`deployment.toml is not complete:\n${problems.join("\n")}`)
  }
  const siteName = typeof data.vars.APP_NAME === "string" ? data.vars.APP_NAME : "Salon"
  return { ...data, siteName, edition: data.jurisdiction === "eu" ? "eu" : "anywhere" }
}

function parseToml(text: string, file: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    throw error instanceof TomlError ? new Error(`${file}: ${error.message}`) : error
  }
}

/** Returns wrangler's configuration of the deployment: wrangler.toml, with the deployment's place, addresses and settings. */
export function deployedConfig(
  base: WranglerConfig,
  { jurisdiction, location, database_id, backups, vars }: Deployment,
): WranglerConfig {
  const isInEurope = jurisdiction === "eu"
  return {
    ...base,
    // The Worker answers on its own domains alone.
    workers_dev: false,
    preview_urls: false,
    routes: hostsOf(vars).map((pattern) => ({ pattern, custom_domain: true })),
    vars: {
      ...base.vars,
      ...plainVars(vars),
      APP_ENV: "production",
      DATA_JURISDICTION: isInEurope ? "eu" : "",
      OBJECT_LOCATION: location,
    },
    d1_databases: base.d1_databases.map((database) => ({ ...database, database_id })),
    // Bound where it is used alone: each request that passes through it is paid for.
    ...(vars.TRANSLATOR === "workers-ai" && { ai: { binding: "AI" } }),
    r2_buckets: [
      ...base.r2_buckets.map((bucket) => (isInEurope ? { ...bucket, jurisdiction } : bucket)),
      ...(backups ? [backupBucket(backups)] : []),
    ],
  }
}

/** Returns the queues that must exist before a deployment: those of producers and consumers, and where they send what they give up. */
export function queuesOf({ queues: { producers, consumers } }: Pick<WranglerConfig, "queues">): string[] {
  const dead = consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? [])
  return [...new Set([...producers, ...consumers].map(({ queue }) => queue).concat(dead))]
}

function backupBucket({ bucket, jurisdiction }: NonNullable<Deployment["backups"]>): object {
  const place = jurisdiction === "none" ? {} : { jurisdiction }
  return { binding: "BACKUPS", bucket_name: bucket, ...place }
}

/** Returns the settings as a Worker receives them: text; a list or an object is JSON. */
function plainVars(vars: Deployment["vars"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  )
}

/** Returns the hosts that the deployment answers on: those of its languages, else that of its only address. */
export function hostsOf(vars: Deployment["vars"]): string[] {
  const domains = (languagesOf(vars) as ({ domain?: string } | null)[]).map((one) => one?.domain ?? "")
  const addresses = domains.length > 0 ? domains : [String(vars.APP_ORIGIN ?? "")]
  return [...new Set(addresses.map((address) => address.replace(/^https?:\/\//, "")))].filter((host) => host !== "")
}

/** Returns LOCALE_DOMAINS, a list or its JSON as .dev.vars has it; undefined if it is neither. */
function languagesOf({ LOCALE_DOMAINS = [] }: Record<string, unknown>): unknown {
  if (typeof LOCALE_DOMAINS !== "string") return LOCALE_DOMAINS
  try {
    return JSON.parse(LOCALE_DOMAINS || "[]")
  } catch {
    return undefined
  }
}

/** Reads wrangler.toml. */
export function readWranglerConfig(): WranglerConfig {
  return parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as WranglerConfig
}

/** Writes the deployment's configuration where wrangler finds the files that it names; returns its path. */
export function writeDeployedConfig(
  deployment: Deployment = readDeployment(),
  path = join(root, "wrangler.deployed.json"),
): string {
  writeFileSync(path, JSON.stringify(deployedConfig(readWranglerConfig(), deployment), null, 2))
  return path
}
