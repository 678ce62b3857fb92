import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin"
import { defineConfig } from "vitest/config"
import { findFreePort } from "./scripts/lib/setup.mjs"

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const alias = { "~": pathOf("./app") }

/** The settings that worker tests run with; a test that needs others calls the Worker's handler with an env of its own. */
const bindings = {
  APP_ENV: "test",
  MAIL_ADAPTER: "mailbox",
  ACCESS_KEY: "let-me-in-please",
  SECRETS_KEY: "dGhpcy1vbmUtaXMtZm9yLXRoZS10ZXN0cy1hbG9uZTE",
  // Not that of .dev.vars: production refuses it.
  BACKUP_KEY: "",
  REALTIME_KEY: "test-key",
  REALTIME_SECRET: "a-secret-that-only-the-tests-sign-with",
  VAPID_PUBLIC_KEY: "BMhyjjv63-O5QV2Pvd2nl9JpzPE6-O6s7hYl7Yk1HD6coTYHhZ8suAzJXGvKe4RP0n1Q1hqn5mTSyNekS2WGnkM",
  VAPID_PRIVATE_KEY: "dRIEgnv96tCBoLqPCu0C5kwxzPxiv9kEJ4Ym_VQrSHY",
  VAPID_SUBJECT: "mailto:post@salon.example",
  // Not those of .dev.vars: the tests of payments name their own simulator.
  STRIPE_SECRET_KEY: "",
  STRIPE_WEBHOOK_SECRET: "",
  STRIPE_ORIGIN: "",
  // A test sees what it wrote at once; page-cache.test.ts trusts the epoch for longer.
  CONTENT_EPOCH_SECONDS: "0",
  LOCALE_DOMAINS: JSON.stringify([
    { code: "en", domain: "http://en.localhost:8787", domainDefault: true },
    { code: "fr", domain: "http://fr.localhost:8787", domainDefault: true },
  ]),
}

/** Bundled once for all test files: workerd would otherwise ask for each of their hundreds of modules, in each file. */
const bundled = [
  "@hono/zod-openapi",
  "@remix-run/router",
  "@remix-run/server-runtime",
  "@simplewebauthn/server",
  "drizzle-orm",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "fast-check",
  "hono",
  "hono/body-limit",
  "hono/cookie",
  "hono/factory",
  "hono/html",
  "hono/http-exception",
  "hono/route",
  "otpauth",
  "stripe",
  "micromark",
  "thumbhash",
  "ulid",
  "zod",
]

const needsBuild = ["tests/needs-build.ts"]

/** What property tests draw from: PROPERTY_SEED is a number that a run printed, or `random`. */
const propertySeed = seedOf(process.env.PROPERTY_SEED)
const drawn = { setupFiles: ["tests/property-seed.ts"], provide: { propertySeed } }

function seedOf(wish: string | undefined): number {
  if (!wish) return 20_261_122
  const seed = wish === "random" ? Math.floor(Math.random() * 2 ** 31) : Number(wish)
  console.log(`Property tests draw with PROPERTY_SEED=${seed}`)
  return seed
}

/**
 * - unit: pure functions, and rules about the sources, on Node; what `npm run check` runs
 * - worker: the real Worker in workerd, on real D1, R2 and Durable Objects; needs `npm run build`
 * - live: clients that others wrote, over real sockets; needs `npm run build`
 * - build: what would be deployed, and its sizes; needs `npm run build`
 */
/** The test files that have a payment simulator of their own: its clock and its faults are for all its customers. */
const paying = [
  "adapter",
  "checkout",
  "consent",
  "desk",
  "identity",
  "membership",
  "one-document",
  "privacy",
  "rechecks",
  "refusals",
  "bars",
  "requests",
  "returns",
  "trials",
  "webhooks",
]
const paymentsOrigins: Record<string, string> = {}
for (const name of paying) paymentsOrigins[name] = `http://127.0.0.1:${await findFreePort()}`

export default defineConfig(async () => ({
  test: {
    // One more than processors: a worker file waits for workerd to load it about as long as it runs.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias },
        // Pure functions have nothing to leave behind for the next file: what they share need not be loaded for each anew.
        test: {
          name: "unit",
          include: ["tests/{unit,architecture}/**/*.test.ts", "packages/*/tests/**/*.test.ts"],
          testTimeout: 60_000,
          isolate: false,
          ...drawn,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "live",
          include: ["tests/live/**/*.test.ts"],
          globalSetup: "tests/live/groundwork.ts",
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "build",
          include: ["tests/build/**/*.test.ts"],
          globalSetup: needsBuild,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { alias: { ...alias, "virtual:remix/server-build": pathOf("./build/server/index.js") } },
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings },
          }),
        ],
        test: {
          name: "worker",
          include: ["tests/worker/**/*.test.ts"],
          globalSetup: [...needsBuild, "tests/payments-server.ts"],
          setupFiles: ["tests/worker/helpers/setup.ts", ...drawn.setupFiles],
          provide: {
            ...drawn.provide,
            migrations: await readD1Migrations(pathOf("./migrations")),
            accessKey: bindings.ACCESS_KEY,
            paymentsOrigins,
            // `npm run test:histories` runs five thousand.
            historyRuns: Number(process.env.HISTORY_RUNS ?? 150),
            // `npm run bench:alerts` saves a hundred thousand.
            savedSearches: Number(process.env.SAVED_SEARCHES ?? 2_000),
          },
          deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
          // A runtime and its modules take five seconds to load, of which a file's tests need three: helpers/setup.ts empties the storage instead.
          isolate: false,
          testTimeout: 30_000,
        },
      },
    ],
  },
}))
